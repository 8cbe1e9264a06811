import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useFlags } from "../api/changes.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { toast } from "../shell/toasts.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Waiting } from "../ui/notice.tsx";
import { Row } from "./row.tsx";
import { useList } from "./use_list.ts";

/** Height of a row in pixels; all are alike, so that ten thousand need no measuring. */
const ROW = 92;
const AHEAD = 10;

/** Where a conversation is shown, within a view. */
export function threadPath(id: string, place: ViewPlace): string {
  return place.view === "inbox" ? `/c/${id}` : `/c/${id}?in=${place.view}`;
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
  const { query, items } = useList(place.view, q);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: AHEAD,
    getItemKey: (index) => items[index]?.id ?? index,
  });
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
    show: (index) => virtual.scrollToIndex(index),
  });
  if (query.isPending || (query.isError && items.length === 0)) {
    return (
      <Waiting error={query.error ? sentenceOf(query.error) : undefined} />
    );
  }
  if (items.length === 0) {
    return (
      <p role="status" className="p-8 text-center text-soft">
        {q === "" ? place.empty : `Nothing in ${place.name} holds “${q}”.`}
      </p>
    );
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
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
  const archive = (it: Conversation) => {
    const set = (archived: boolean) =>
      flags.mutate({ id: it.id, flags: { archived } });
    set(!it.archived);
    toast({
      text: it.archived ? "Moved to the inbox" : "Archived",
      undo: () => set(it.archived),
    });
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

/** Once the list has been drawn with the row in it. */
function focusRow(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus(),
    ),
  );
}
