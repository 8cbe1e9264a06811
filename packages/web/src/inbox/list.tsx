import type { VirtualItem } from "@tanstack/react-virtual";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { Conversation } from "../api/types.ts";
import { isCompact } from "../shell/preferences.ts";
import type { ViewPlace } from "../shell/views.ts";
import { t } from "../ui/t.ts";
import type { Line } from "./groups.ts";
import { linesOf } from "./groups.ts";
import { RequestActs } from "./request_acts.tsx";
import { Row } from "./row.tsx";
import { threadPath } from "./thread_path.ts";
import { useFocusBack, useListKeys, useRowFocusKept } from "./use_list_keys.ts";
import type { Picked } from "./use_picked.ts";

/** Heights of lines in pixels; rows are equal, so that ten thousand need no measuring. */
const ROW = 56;
const COMPACT_ROW = 44;
const GROUP = 30;
/** The height of a request's answers below its two lines: enough for a finger. */
const ANSWERS = 44;
const AHEAD = 10;

/** The scroll position of each list when last seen. */
const offsets = new Map<string, number>();

/** The conversations of a list that are loaded; only those in sight are in the page. */
export function ConversationList({
  items,
  q,
  place,
  openId,
  accountId,
  picked,
  more: { hasMore, isReading, read },
}: {
  items: readonly Conversation[];
  /** The search that found them. */
  q: string;
  place: ViewPlace;
  openId: string | undefined;
  accountId: string | undefined;
  picked: Picked;
  more: {
    readonly hasMore: boolean;
    readonly isReading: boolean;
    readonly read: () => void;
  };
}) {
  const lines = useMemo(() => linesOf(items, new Date()), [items]);
  const isSmall = isCompact();
  const isAnswered = place.view === "requests" && !place.isEverywhere;
  const { rowHeight, height } = heightsOf(isSmall, isAnswered);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (isGroup(lines[at]) ? GROUP : height),
    overscan: AHEAD,
    getItemKey: (at) => keyOf(lines[at]) ?? at,
    initialOffset: () => offsets.get(place.path) ?? 0,
    onChange: ({ scrollOffset }) => {
      if (scrollOffset !== null) offsets.set(place.path, scrollOffset);
    },
  });
  const show = (index: number) => virtual.scrollToIndex(lineAt(lines, index));
  useFocusBack({ items, openId, show });
  const keepFocus = useRowFocusKept({ items, show });
  const { archive, answer, snooze } = useListKeys({
    items,
    place,
    openId,
    show,
    picked,
  });
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isReading && last >= lines.length - AHEAD) read();
  }, [last, lines.length, hasMore, isReading, read]);
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto max-md:after:block max-md:after:h-16"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        <ul
          aria-label={t`Conversations of ${place.name}`}
          onFocus={({ target }) => keepFocus(target)}
        >
          {drawn.map(({ index: at, start, key }) => {
            const line = lines[at];
            if (line === undefined || "group" in line) return null;
            const { item, index } = line;
            return (
              <li
                key={key}
                aria-posinset={index + 1}
                aria-setsize={hasMore ? -1 : items.length}
                className="group absolute inset-x-0"
                style={{ height, transform: `translateY(${start}px)` }}
              >
                <div className="relative" style={{ height: rowHeight }}>
                  <Row
                    conversation={item}
                    q={q}
                    href={threadPath(item.id, place)}
                    isOpen={item.id === openId}
                    isCompact={isSmall}
                    accountId={accountId}
                    picking={{
                      isPicked: picked.has(item.id),
                      onPick: (isRange) => picked.pick(item.id, isRange),
                    }}
                    onArchive={() => archive(item)}
                    onSnooze={() => snooze(item)}
                  />
                </div>
                {isAnswered && (
                  <RequestActs
                    conversation={item}
                    onAnswer={(action) => answer(item.id, action)}
                  />
                )}
              </li>
            );
          })}
        </ul>
        <Groups drawn={drawn} lines={lines} />
      </div>
    </div>
  );
}

/** The headings of the days that are drawn. */
function Groups({
  drawn,
  lines,
}: {
  drawn: readonly VirtualItem[];
  lines: readonly Line[];
}) {
  return drawn.map(({ index: at, start, key }) => {
    const line = lines[at];
    return line !== undefined && "group" in line ? (
      // Each row tells its time, so this is only visual.
      <p
        key={key}
        aria-hidden="true"
        className="absolute inset-x-0 px-3.5 pt-2.5 font-semibold text-2xs text-quiet"
        style={{ transform: `translateY(${start}px)` }}
      >
        {line.group}
      </p>
    ) : null;
  });
}

function heightsOf(isSmall: boolean, isAnswered: boolean) {
  const rowHeight = isSmall ? COMPACT_ROW : ROW;
  return { rowHeight, height: isAnswered ? rowHeight + ANSWERS : rowHeight };
}

function lineAt(lines: readonly Line[], index: number): number {
  return lines.findIndex((it) => "item" in it && it.index === index);
}

function isGroup(line: Line | undefined): boolean {
  return line !== undefined && "group" in line;
}

function keyOf(line: Line | undefined): string | undefined {
  if (line === undefined) return undefined;
  return "group" in line ? line.group : line.item.id;
}
