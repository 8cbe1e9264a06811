import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useArchive, useFlags } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Waiting } from "../ui/notice.tsx";
import { Row } from "./row.tsx";
import { useList } from "./use_list.ts";

/** Height of a row in pixels; all are alike, so that ten thousand need no measuring. */
const ROW = 92;
const AHEAD = 10;

/** How far each list was scrolled when it was last seen. */
const offsets = new Map<string, number>();

/** Where a conversation is shown, within a view and what is searched in it. */
function threadPath(id: string, { view, path }: ViewPlace): string {
  const query = new URLSearchParams(path.split("?")[1]);
  if (view !== "inbox") query.set("in", view);
  return query.size === 0 ? `/c/${id}` : `/c/${id}?${query}`;
}

/** The conversations of a view: only those in sight are in the page. */
export function ConversationList({
  place,
  q,
  openId,
  accountId,
}: {
  place: ViewPlace;
  q: string;
  openId: string | undefined;
  accountId: string | undefined;
}) {
  const { query, items } = useList(place, q);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: AHEAD,
    getItemKey: (index) => items[index]?.id ?? index,
    initialOffset: () => offsets.get(place.path) ?? 0,
    onChange: ({ scrollOffset }) => {
      if (scrollOffset !== null) offsets.set(place.path, scrollOffset);
    },
  });
  const show = (index: number) => virtual.scrollToIndex(index);
  useFocusBack({ items, openId, show });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= items.length - AHEAD) {
      void fetchNextPage();
    }
  }, [last, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const flag = useListKeys({
    items,
    place,
    openId,
    show,
  });
  if (query.isPending || (query.isError && items.length === 0)) {
    return <Waiting error={query.error} />;
  }
  if (items.length === 0) {
    return (
      <p role="status" className="p-8 text-center text-soft">
        {q === "" ? place.empty : `Nothing in ${place.name} holds “${q}”.`}
      </p>
    );
  }
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto max-md:after:block max-md:after:h-16"
    >
      <ul
        className="relative"
        aria-label={`Conversations of ${place.name}`}
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, start, key }) => {
          const it = items[index];
          return it ? (
            <li
              key={key}
              aria-posinset={index + 1}
              aria-setsize={hasNextPage ? -1 : items.length}
              className="group absolute inset-x-0 border-line border-b"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              <Row
                conversation={it}
                href={threadPath(it.id, place)}
                isOpen={it.id === openId}
                accountId={accountId}
                onArchive={() => flag(it)}
              />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

/** j, k, e and u on the list: they act on the row that has the focus, or is open. */
function useListKeys({
  items,
  place,
  openId,
  show,
}: {
  items: readonly Conversation[];
  place: ViewPlace;
  openId: string | undefined;
  show: (index: number) => void;
}) {
  const [, navigate] = useLocation();
  const flags = useFlags();
  const archive = useArchive();
  const current = () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-row]");
    const id = focused?.dataset.row ?? openId;
    return items.findIndex((it) => it.id === id);
  };
  const go = (to: number) => {
    const it = items[to];
    if (!it) return;
    show(to);
    if (openId !== undefined) navigate(threadPath(it.id, place));
    else focusRow(it.id);
  };
  useShortcuts({
    j: () => go(current() + 1),
    k: () => go(Math.max(0, current() - 1)),
    e: () => {
      const at = current();
      const it = items[at];
      if (!it || it.state === "draft") return;
      archive(it);
      const next = items[at + 1] ?? items[at - 1];
      if (openId !== undefined) navigate(place.path);
      else if (next) focusRow(next.id);
    },
    u: () => {
      const it = items[current()];
      if (it) flags.mutate({ id: it.id, flags: { unread: !it.unread } });
    },
  });
  return archive;
}

/** Leaving a conversation returns the focus to its row, or to the row in its place. */
function useFocusBack({
  items,
  openId,
  show,
}: {
  items: readonly Conversation[];
  openId: string | undefined;
  show: (index: number) => void;
}): void {
  const opened = useRef({ id: openId, index: -1 });
  const index = items.findIndex(({ id }) => id === openId);
  if (index >= 0) opened.current = { id: openId, index };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one is left
  useEffect(() => {
    const was = opened.current;
    if (openId !== undefined || was.id === undefined) return;
    opened.current = { id: undefined, index: -1 };
    const isElsewhere = document.activeElement !== document.body;
    if (isElsewhere || location.hash === "#search") return;
    const found = items.findIndex(({ id }) => id === was.id);
    const at = found >= 0 ? found : Math.min(was.index, items.length - 1);
    const row = items[at];
    if (!row) return;
    show(at);
    focusRow(row.id);
  }, [openId]);
}

/** Runs once the list is drawn with the row in it. */
function focusRow(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus(),
    ),
  );
}
