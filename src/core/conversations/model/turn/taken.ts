import { LIMITS } from "../../../base/limits.ts";
import { HOUR_MS } from "../../../base/time.ts";
import { isToSelf } from "../audience.ts";
import type { Checkpoint, Conversation, Participant } from "../model.ts";

const GONE: ReadonlySet<Participant["deliveryState"]> = new Set([
  "invite_bounced",
  "no_such_account",
  "declined",
]);

/**
 * True for a recipient who no longer takes a request: an account that declined it, or whose
 * service never took it; an address that does not exist, whose mail bounced, or that declined.
 * Pure.
 */
export function hasDeclined(
  { checkpoints }: Conversation,
  { accountId, deliveryState, remote }: Participant,
): boolean {
  if (accountId === null) return GONE.has(deliveryState);
  if (deliveryState === "undelivered" && remote?.taskId == null) return true;
  return checkpoints.some((it) => isDeclineOf(it, accountId));
}

/** True for an account that declined the request, and not its agent's message. Pure. */
export function isDeclineOf(
  { action, status, forAccountId }: Checkpoint,
  accountId: string,
): boolean {
  return (
    action.act === "accept" &&
    status === "declined" &&
    forAccountId === accountId
  );
}

/**
 * True for a recipient who has accepted: explicitly, or by a message or a file that others
 * read. Pure.
 */
function hasBegun(
  { checkpoints, messages, artifacts, receipt }: Conversation,
  { accountId, position }: Participant,
): boolean {
  const hasAccepted = checkpoints.some(
    ({ action, status, forAccountId }) =>
      action.act === "accept" &&
      status === "approved" &&
      forAccountId === accountId,
  );
  const hasWritten = messages.some(
    (it) => it.author === position && !it.asksFirst && !isToSelf(it),
  );
  const hasFiled = artifacts.some(
    (it) => it.addedBy === position && it.audience?.length !== 1,
  );
  const hasSigned =
    accountId !== null && receipt?.signer.accountId === accountId;
  return hasAccepted || hasWritten || hasFiled || hasSigned;
}

/** The recipients whose answer is pending. Pure. */
export function waitedFor(conversation: Conversation): readonly Participant[] {
  return addressed(conversation).filter((it) => !hasDeclined(conversation, it));
}

/** The recipients who have started; otherwise those who may have without a visible sign. Pure. */
export function workingOn(conversation: Conversation): readonly Participant[] {
  const begun = addressed(conversation).filter((it) =>
    hasBegun(conversation, it),
  );
  return begun.length > 0 ? begun : waitedFor(conversation);
}

function addressed({ participants }: Conversation): readonly Participant[] {
  return participants.filter(({ role }) => role === "to");
}

/** Until when a submit waits for its money. */
export function fundBy({ stateAt }: Conversation): number {
  return stateAt + LIMITS.fundingHours * HOUR_MS;
}
