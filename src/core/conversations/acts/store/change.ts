import type { Change, CommandCall } from "../../../access/context.ts";
import { sayInEnglish } from "../../../base/words/say.ts";
import type { Payment } from "../../../payments/model.ts";
import { countDays } from "../../../payments/totals/count_days.ts";
import type { Review } from "../../../review/review.ts";
import { noteVerb } from "../../model/acting.ts";
import type { Conversation, Message } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { presentPayment } from "../../model/shown/present_payment.ts";
import { nextState } from "../../model/state.ts";
import type { StateReason } from "../../model/state_codes.ts";
import type { State } from "../../model/states.ts";
import { withMessage } from "../../model/tally.ts";
import { acceptedAt, isTooLateToAccept } from "../../model/terms/deadlines.ts";
import type { Verb } from "../../model/transitions.ts";
import { commitmentOf } from "./covered.ts";

/**
 * The next version of a conversation, dated now: each change starts from it. A change
 * unschedules a draft: only what its person saw when choosing the time is sent.
 */
export function nextVersion(
  call: CommandCall,
  before: Conversation,
): Conversation {
  const { version } = before;
  return {
    ...before,
    version: version + 1,
    updatedAt: call.now,
    sending: null,
  };
}

/** Records an event of a conversation. */
export function recordEvent(
  call: CommandCall,
  conversation: Conversation,
  type: string,
  details: Omit<Change, "chainId" | "type"> = {},
): void {
  call.record({ chainId: conversation.id, type, ...details });
}

/** Records a finished review for the account whose act it was; the sender's if absent. */
export function recordReview(
  call: CommandCall,
  conversation: Conversation,
  { reviewId, outcome, actionDigest }: Review,
  reader = SENDER,
): void {
  recordEvent(call, conversation, "review.completed", {
    reviewId,
    refs: { outcome, actionDigest },
    audience: [reader],
  });
}

/**
 * Moves the state by a verb of the state table, with its audit record and event. `from` is
 * "new" for a conversation not stored before.
 * @throws as {@linkcode nextState} and {@linkcode assertMover}
 */
export function move(
  call: CommandCall,
  conversation: Conversation,
  from: State | "new",
  verb: Verb,
  details: Omit<Change, "chainId" | "type"> &
    StateReason & {
      /** The review that did not allow the act, if that causes the move. */
      readonly review?: Review;
    } = {},
): Conversation {
  const to = nextState(from, verb, conversation.previousState);
  const { reason = null, reasonBy = null, review, ...record } = details;
  noteVerb(call, verb, review);
  const after: Conversation = {
    ...conversation,
    state: to,
    stateReason: reason,
    stateReasonBy: reasonBy,
    stateAt: call.now,
    previousState: previousOf(conversation, from, to),
  };
  if (to === from) return after;
  recordEvent(call, after, `conversation.${to.replace("-", "_")}`, {
    ...(from !== "new" && { stateFrom: from }),
    stateTo: to,
    ...(review && { reviewId: review.reviewId }),
    ...record,
    event: {
      name: "state.changed",
      version: after.version,
      state: to,
      from: from === "new" ? null : from,
      reason,
    },
  });
  return after;
}

/** The state that a checkpoint returns to; never a waiting one. */
function previousOf(
  { previousState }: Conversation,
  from: State | "new",
  to: State,
): State | null {
  if (from === "new") return null;
  return from === to ? previousState : from;
}

/**
 * Starts the work, or remembers that it has started if a decision is waited for
 * (docs/states.md, row 12).
 */
export function startWork(
  call: CommandCall,
  asked: Conversation,
): Conversation {
  if (isTooLateToAccept(asked, call.now)) return asked;
  const conversation = acceptedAt(asked, call.now);
  const { state, previousState } = conversation;
  if (state === "submitted") return move(call, conversation, state, "start");
  return state === "input-required" && previousState === "submitted"
    ? { ...conversation, previousState: "working" }
    : conversation;
}

/**
 * Sets the payment, adds the moved money to the daily sums of both sides, and tells
 * subscribers.
 */
export function setPayment(
  call: CommandCall,
  conversation: Conversation,
  payment: Payment,
  type: string,
  details: Pick<Change, "reviewId" | "refs"> = {},
): Conversation {
  const after: Conversation = { ...conversation, payment };
  call.write(...countDays(call.db, conversation.payment ?? undefined, payment));
  recordEvent(call, after, type, {
    paymentStatus: payment.status,
    ...details,
    event: {
      name: "payment.updated",
      version: after.version,
      state: after.state,
      previousStatus: conversation.payment?.status ?? "none",
      payment: presentPayment(after, { viewer: null, say: sayInEnglish }),
    },
  });
  return after;
}

/** Adds a message with its record, which commits to the text without containing it. */
export function addMessage(
  call: CommandCall,
  conversation: Conversation,
  message: Message,
): Conversation {
  recordEvent(call, conversation, "message.appended", {
    ...(message.actor && { actor: message.actor }),
    refs: { messageId: message.id },
    commitment: commitmentOf(message),
    audience: message.audience,
    event: {
      name: "message.appended",
      version: conversation.version,
      state: conversation.state,
      messageId: message.id,
    },
  });
  return withMessage(conversation, message);
}
