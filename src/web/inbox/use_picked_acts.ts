import type { BulkChange } from "../api/bulk.ts";
import { sameFor, useBulk } from "../api/bulk.ts";
import { useBlock } from "../api/contacts.ts";
import { useLabels } from "../api/queries.ts";
import type { Conversation } from "../api/types.ts";
import { askSnooze } from "../snooze/asked.ts";
import type { Choice } from "../ui/choice.ts";
import type { Picked } from "./use_picked.ts";

/** What can be done with all that is picked; each can be taken back. */
export function usePickedActs({ items, clear }: Picked) {
  const change = useBulk();
  const block = useBlock();
  const all = useLabels().data?.labels ?? [];
  const run = (says: string, bulk: BulkChange) => {
    clear();
    if (bulk.changes.size > 0) void change(says, bulk);
  };
  const sent = items.filter(({ state }) => state !== "draft");
  const isUnread = items.some(({ unread }) => unread);
  const isArchived = sent.length > 0 && sent.every(({ archived }) => archived);
  const label = (name: string) => {
    const without = items.filter(({ labels }) => !labels.includes(name));
    const add = { addLabels: [name] };
    run("Labelled", sameFor(without, add, { removeLabels: [name] }));
  };
  const senders = sendersOf(items);
  return {
    archiveName: isArchived ? "Move to the inbox" : "Archive",
    archive: () => {
      const others = sent.filter(({ archived }) => archived === isArchived);
      const say = isArchived ? "Moved to the inbox:" : "Archived";
      const to = { archived: !isArchived };
      run(say, sameFor(others, to, { archived: isArchived }));
    },
    snooze: () => askSnooze({ items: sent, onDone: clear }),
    readName: isUnread ? "Mark as read" : "Mark as unread",
    markRead: () => {
      const others = items.filter(({ unread }) => unread === isUnread);
      const say = isUnread ? "Marked as read:" : "Marked as unread:";
      run(say, sameFor(others, { unread: !isUnread }, { unread: isUnread }));
    },
    labels: all.map(
      ({ name }): Choice => ({
        label: name,
        icon: "label",
        does: () => label(name),
      }),
    ),
    label,
    block:
      senders.length === 0
        ? undefined
        : () => {
            clear();
            void block(senders);
          },
  };
}

/** The addresses of those who began them, without the service's own agents. */
export function sendersOf(items: readonly Conversation[]): readonly string[] {
  const senders = items
    .filter(
      ({ folders }) => folders.includes("inbox") || folders.includes("archive"),
    )
    .flatMap(({ participants }) =>
      participants.filter(
        ({ role, kind }) => role === "sender" && kind !== "service",
      ),
    );
  return [...new Set(senders.map(({ address }) => address))];
}
