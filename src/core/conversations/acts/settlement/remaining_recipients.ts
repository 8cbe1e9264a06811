import { actorOf } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { actAs } from "../../model/acting.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
} from "../../model/model.ts";
import { isAllowed } from "../../model/state.ts";
import type { StateReason } from "../../model/state_codes.ts";
import { isTerminal } from "../../model/states.ts";
import { hasDeclined } from "../../model/turn/taken.ts";
import { isWaitedFor } from "../checkpoints/may_accept.ts";
import { closeWithout } from "./settle.ts";

/**
 * True if no recipient is left to take the request: each account and each ordinary address
 * has declined, or no mail reaches it. Pure.
 */
function hasNoRemainingRecipient(
  conversation: Conversation,
  gone?: number,
): boolean {
  return addresseesOf(conversation).every(
    (it) => it.position === gone || hasDeclined(conversation, it),
  );
}

/**
 * True if declining this acceptance ends the request: the payee's with a price, and without
 * one that of the last recipient left. Pure.
 */
export function isEndedByDecline(
  conversation: Conversation,
  acceptance: Pick<Checkpoint, "id" | "forAccountId">,
): boolean {
  return isWaitedFor(conversation) && isLastToDecline(conversation, acceptance);
}

/** The same for a decided acceptance, whatever came after it. Pure. */
export function isLastToDecline(
  conversation: Conversation,
  { id, forAccountId }: Pick<Checkpoint, "id" | "forAccountId">,
): boolean {
  const { payment, checkpoints } = conversation;
  if (payment?.payeeId) return payment.payeeId === forAccountId;
  const declined = checkpoints.map(
    (it): Checkpoint => (it.id === id ? { ...it, status: "declined" } : it),
  );
  return hasNoRemainingRecipient({ ...conversation, checkpoints: declined });
}

/**
 * The recipients in `to`, or all if there are only copies: a copy can neither accept nor be
 * paid.
 */
function addresseesOf({ participants }: Conversation): readonly Participant[] {
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0
    ? addressed
    : participants.filter((it) => it.role !== "sender");
}

/** The decliner's words, or the code if they gave none. */
export function whyDeclined(
  call: CommandCall,
  words: string | null | undefined,
): StateReason {
  return words
    ? { reason: words, reasonBy: actorOf(call) }
    : { reason: "declined" };
}

const LOST: ReadonlySet<Participant["deliveryState"]> = new Set([
  "invite_bounced",
  "undelivered",
]);

/**
 * Ends a request that no recipient is left to take, and returns its price; otherwise returns
 * it unchanged. The order of events does not matter: if anyone declined, it was declined,
 * otherwise no mail arrived (docs/states.md, rows 13, 21 and 26).
 * @param gone Position of one whose service has a task of it and has been silent for days
 */
export function endWithoutRecipients(
  call: CommandCall,
  conversation: Conversation,
  { words, gone }: { readonly words?: string; readonly gone?: number } = {},
): Conversation {
  const { state } = conversation;
  if (isTerminal(state) || !hasNoRemainingRecipient(conversation, gone))
    return conversation;
  const isLost = addresseesOf(conversation).every((it) =>
    LOST.has(it.deliveryState),
  );
  const reason = isLost ? "all_deliveries_failed" : "declined";
  const verb = isLost ? "fail" : "decline";
  return closeWithout(
    // The service ends it, not a participant.
    actAs(call, "system"),
    { ...conversation, updatedAt: call.now },
    // A conversation that has begun, or waits for an answer, is canceled instead.
    isAllowed(state, verb) ? verb : "cancel",
    isLost
      ? { reason, voidReason: reason }
      : { ...whyDeclined(call, words), voidReason: reason },
  );
}
