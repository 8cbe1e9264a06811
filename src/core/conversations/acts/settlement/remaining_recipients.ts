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
 * True if nobody whom a request is for is left to take it: each account has declined,
 * each ordinary address too, or no mail reaches it. Pure.
 */
function hasNoRemainingRecipient(conversation: Conversation): boolean {
  return addresseesOf(conversation).every((it) =>
    hasDeclined(conversation, it),
  );
}

/**
 * True if a no to this acceptance ends the request: the payee's does with a price, and
 * of a free one that of the last who could take it. Pure.
 */
export function isEndedByDecline(
  conversation: Conversation,
  acceptance: Pick<Checkpoint, "id" | "forAccountId">,
): boolean {
  return isWaitedFor(conversation) && isLastToDecline(conversation, acceptance);
}

/** The same of an acceptance that was decided, whatever came after it. Pure. */
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
 * The recipients in `to`: copies can neither accept nor be paid, unless there are only
 * copies.
 */
function addresseesOf({ participants }: Conversation): readonly Participant[] {
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0
    ? addressed
    : participants.filter((it) => it.role !== "sender");
}

/** The decliner's own words, or the code where they gave none. */
export function whyDeclined(
  call: CommandCall,
  words: string | null | undefined,
): StateReason {
  return words
    ? { reason: words, reasonBy: actorOf(call) }
    : { reason: "declined" };
}

/**
 * Ends a request once nobody is left to take it, and returns its price; otherwise
 * gives it back as it is. How it ends does not depend on what came last: with one no
 * among them it was declined, else no mail has arrived (docs/states.md, rows 13, 21
 * and 26).
 */
export function endWithoutRecipients(
  call: CommandCall,
  conversation: Conversation,
  words?: string,
): Conversation {
  const { state } = conversation;
  if (isTerminal(state) || !hasNoRemainingRecipient(conversation))
    return conversation;
  const isLost = addresseesOf(conversation).every(
    (it) => it.deliveryState === "invite_bounced",
  );
  const reason = isLost ? "all_deliveries_failed" : "declined";
  const verb = isLost ? "fail" : "decline";
  return closeWithout(
    // The service ends it; no participant does.
    actAs(call, "system"),
    { ...conversation, updatedAt: call.now },
    // A conversation that has begun, or waits for an answer, is stopped instead.
    isAllowed(state, verb) ? verb : "cancel",
    isLost
      ? { reason, voidReason: reason }
      : { ...whyDeclined(call, words), voidReason: reason },
  );
}
