import type { DeviceNotice } from "../../../access/context.ts";
import type { PushKind } from "../../../db/tables/data/push_schema.ts";
import type { Announced } from "../../model/acting.ts";
import { hasPeople } from "../../model/audience.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";

/**
 * Notifications for the devices of everyone for whom a change is new. The words are made on
 * sending, from what the person may read then.
 */
export function noticesForDevices(
  before: Conversation | null,
  after: Conversation,
  { notify = [] }: Announced,
): readonly DeviceNotice[] {
  const kinds = new Map<string, PushKind>();
  const isMoney = hasMoneyMoved(before, after);
  const isFiled = (position: number) =>
    after.filed?.some((it) => it.position === position && it.archived);
  for (const position of notify) {
    // A conversation that a rule archives comes without a notification.
    if (isFiled(position)) continue;
    const participant = after.participants[position];
    if (!participant || !hasPeople(participant)) continue;
    if (!isThere(participant)) continue;
    if (participant.accountId === null) continue;
    kinds.set(participant.accountId, isMoney ? "money" : "replies");
  }
  for (const accountId of newlyAsked(before, after)) {
    kinds.set(accountId, "asks");
  }
  const { id: conversationId } = after;
  return [...kinds].map(([accountId, kind]) => ({
    accountId,
    conversationId,
    kind,
  }));
}

function isThere({
  reached,
  role,
}: Conversation["participants"][number]): boolean {
  return reached || role === "sender";
}

/** A price held as a request is sent belongs to the request. */
function hasMoneyMoved(
  before: Conversation | null,
  { payment }: Conversation,
): boolean {
  const old = before?.payment;
  if (!old || !payment || before.state === "draft") return false;
  return old.status !== payment.status;
}

/** Accounts that are newly waited for since this change. */
function newlyAsked(
  before: Conversation | null,
  { checkpoints, participants }: Conversation,
): readonly string[] {
  const open = (it: Conversation | null) =>
    it?.checkpoints.filter(({ status }) => status === "open") ?? [];
  // Asked again counts as asked.
  const key = (it: Checkpoint) => `${it.id} ${it.escalatedAt}`;
  const known = new Set(open(before).map(key));
  const asked = checkpoints
    .filter((it) => it.status === "open" && !known.has(key(it)))
    .map(({ forAccountId }) => forAccountId);
  return asked.filter((id) =>
    participants.some((it) => it.accountId === id && isThere(it)),
  );
}
