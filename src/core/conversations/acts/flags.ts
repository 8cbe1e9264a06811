import type { CommandCall } from "../../access/context.ts";
import { onlyPerson } from "../../access/only_person.ts";
import { told } from "../../base/words/sentence.ts";
import { invalid } from "../../errors/field_errors.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { attentionOf } from "../model/turn/attention.ts";
import type { LabelChange } from "./labels/label_change.ts";
import { labelsAfter } from "./labels/label_change.ts";
import { saveFlags, saveLabels } from "./save_flags.ts";
import { readSnoozeUntil } from "./snooze_until.ts";
import type { ViewerRow } from "./store/store.ts";

/** The flags and labels that a viewer sets for themselves. */
export interface WantedFlags {
  readonly unread?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** Milliseconds, {@linkcode UNTIL_CHANGE}, or null to end the snooze. */
  readonly snoozedUntil?: number | null | undefined;
  readonly labels?: LabelChange | undefined;
}

/** The flags of an input, without its labels. */
interface GivenFlags {
  readonly unread?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly snoozeUntil?: string | null | undefined;
}

/** Reads the flags of an input; undefined if it has none. @throws invalid_input */
export function wantedFlags(
  call: CommandCall,
  { unread, archived, snoozeUntil }: GivenFlags,
): WantedFlags | undefined {
  const given = [unread, archived, snoozeUntil];
  if (given.every((it) => it === undefined)) return undefined;
  const snoozedUntil = readSnoozeUntil(call, snoozeUntil);
  if (archived && typeof snoozedUntil === "number") {
    const detail = told`archive or snooze a conversation, not both`;
    throw invalid("/snoozeUntil", "conflict", detail);
  }
  return { unread, archived, snoozedUntil };
}

/** Sets a viewer's own flags and labels; returns the same value if nothing changes. */
export function setFlags(
  call: CommandCall,
  before: ViewerRow,
  wanted: WantedFlags,
): ViewerRow {
  const flags = flagsAfter(before, wanted);
  const isFlagged =
    flags.unread !== before.unread ||
    flags.archived !== before.archived ||
    flags.snoozedUntil !== (before.snoozedUntil ?? null);
  const labels = relabelled(call, before, wanted.labels);
  if (!isFlagged && labels === (before.labels ?? null)) return before;
  const after = { ...before, ...flags, labels };
  if (isFlagged) saveFlags(call, after, flags);
  noteFlags(call, call.member.accountId, before.conversationId);
  return after;
}

/** Records a change of an account's flags, and tells its clients. */
export function noteFlags(
  call: CommandCall,
  accountId: string,
  conversationId: string,
): void {
  call.record({
    chainId: accountId,
    type: "flags.changed",
    refs: { conversationId },
  });
  call.changed({
    accountId,
    kind: "conversation",
    objectId: conversationId,
    what: "flags",
  });
}

/** Archived and snoozed exclude each other: the last one set counts. */
function flagsAfter(before: ViewerRow, wanted: WantedFlags) {
  const { unread = before.unread, archived, snoozedUntil } = wanted;
  const isSnoozing = typeof snoozedUntil === "number";
  const kept = archived ? null : (before.snoozedUntil ?? null);
  return {
    unread,
    archived: isSnoozing ? false : (archived ?? before.archived),
    snoozedUntil: snoozedUntil === undefined ? kept : snoozedUntil,
  };
}

/**
 * Refuses to let an agent archive or snooze what waits for its person, who might not find it
 * in time.
 * @throws person_required
 */
export function refuseToHide(
  call: CommandCall,
  {
    wanted: { snoozedUntil },
    conversation,
    me,
  }: {
    readonly wanted: WantedFlags;
    readonly conversation: Conversation;
    readonly me: Participant;
  },
): void {
  const isSnoozing = typeof snoozedUntil === "number";
  if (!isSnoozing || call.member.kind === "person") return;
  if (attentionOf(conversation, me).section === null) return;
  throw onlyPerson(
    call,
    `/c/${conversation.id}`,
    told`Cannot snooze this: it needs a decision or an answer, so only a signed-in person can.`,
  );
}

/** The labels after a change; the same object if they are equal. */
function relabelled(
  call: CommandCall,
  before: ViewerRow,
  change: LabelChange | undefined,
): readonly string[] | null {
  const { labels: old = null } = before;
  if (!change) return old;
  const known = old ?? [];
  const labels = labelsAfter(change, known);
  const names = labels.map(({ name }) => name).toSorted();
  const isSame =
    names.length === known.length && names.every((it, at) => it === known[at]);
  if (isSame) return old;
  saveLabels(call, before, labels);
  return names;
}
