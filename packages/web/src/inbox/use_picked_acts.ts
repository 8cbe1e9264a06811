import type { BulkChange, SaidChange } from "../api/bulk.ts";
import { sameFor, useBulk } from "../api/bulk.ts";
import { useBlock } from "../api/contacts.ts";
import { useLabels } from "../api/queries.ts";
import type { Conversation } from "../api/types.ts";
import { askSnooze } from "../snooze/asked.ts";
import type { Choice } from "../ui/choice.ts";
import { t } from "../ui/t.ts";
import type { Picked } from "./use_picked.ts";

/** The texts after an act on several conversations. */
const SAYS = {
  labelled: (n) => t.many(n)`Labelled # conversation|Labelled # conversations`,
  archived: (n) => t.many(n)`Archived # conversation|Archived # conversations`,
  unarchived: (n) =>
    t.many(
      n,
    )`Moved # conversation to the inbox|Moved # conversations to the inbox`,
  read: (n) =>
    t.many(n)`Marked # conversation as read|Marked # conversations as read`,
  unread: (n) =>
    t.many(n)`Marked # conversation as unread|Marked # conversations as unread`,
} satisfies Readonly<Record<string, SaidChange["says"]>>;

/** The acts on all selected conversations; each can be undone. */
export function usePickedActs({ items, clear }: Picked) {
  const change = useBulk();
  const block = useBlock();
  const all = useLabels().data?.labels ?? [];
  const run = (says: SaidChange["says"], bulk: BulkChange) => {
    clear();
    if (bulk.changes.size > 0) void change({ says, ...bulk });
  };
  const sent = items.filter(({ state }) => state !== "draft");
  const isUnread = items.some(({ unread }) => unread);
  const isArchived = sent.length > 0 && sent.every(({ archived }) => archived);
  const label = (name: string) => {
    const without = items.filter(({ labels }) => !labels.includes(name));
    const add = { addLabels: [name] };
    run(SAYS.labelled, sameFor(without, add, { removeLabels: [name] }));
  };
  const senders = sendersOf(items);
  return {
    archiveName: isArchived ? t`Move to the inbox` : t`Archive`,
    archive: () => {
      const others = sent.filter(({ archived }) => archived === isArchived);
      const says = isArchived ? SAYS.unarchived : SAYS.archived;
      const to = { archived: !isArchived };
      run(says, sameFor(others, to, { archived: isArchived }));
    },
    snooze: () => askSnooze({ items: sent, onDone: clear }),
    readName: isUnread ? t`Mark as read` : t`Mark as unread`,
    markRead: () => {
      const others = items.filter(({ unread }) => unread === isUnread);
      const says = isUnread ? SAYS.read : SAYS.unread;
      run(says, sameFor(others, { unread: !isUnread }, { unread: isUnread }));
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

const OWN = ["sent", "drafts"] as const;

/** The addresses of the others who began them, without the service's own agents. */
export function sendersOf(items: readonly Conversation[]): readonly string[] {
  const senders = items
    .filter(({ folders }) => !OWN.some((it) => folders.includes(it)))
    .flatMap(({ participants }) =>
      participants.filter(
        ({ role, kind }) => role === "sender" && kind !== "service",
      ),
    );
  return [...new Set(senders.map(({ address }) => address))];
}
