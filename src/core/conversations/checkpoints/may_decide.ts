import { hasScope, requireScope } from "../../access/access.ts";
import type { QueryCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Review } from "../../review/review.ts";
import {
  objectionsOf,
  reviewAccept,
  reviewCancel,
  reviewSubmit,
} from "../../review/review.ts";
import { readyToSend } from "../drafts/submit.ts";
import { submitAction, submitFacts } from "../drafts/submit_facts.ts";
import type { Act } from "../model/acts.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { approvalUrl } from "../projection/present_checkpoint.ts";
import { cancelAction, cancelFacts } from "../settlement/cancel.ts";
import { refuseToFundRaise } from "../settlement/fund.ts";
import { reviewMessage } from "../thread/outward.ts";
import { isMaker } from "./ask.ts";
import { acceptFacts } from "./may_accept.ts";

/** A checkpoint in its conversation, and the participant whom it asks. */
interface Subject {
  readonly conversation: Conversation;
  readonly checkpoint: Checkpoint;
  readonly asked: Participant;
}

/** Refuses an agent that could not do the same at once, without asking. */
type Alone = (call: QueryCall, subject: Subject) => Promise<void>;

/** What an agent needs to approve each act: all that the act itself needs. */
const ALONE: Readonly<Record<Act, Alone>> = {
  async submit(call, { conversation }) {
    const { member } = call;
    requireScope(member, "conversations:submit", "send it");
    if (conversation.price > 0) {
      requireScope(member, "payments:hold", "hold a price");
    }
    const ready = await readyToSend(call, conversation);
    const facts = await submitFacts(call, ready);
    refuseAsking(reviewSubmit(call, submitAction(ready), facts).review);
  },
  outward: message,
  reply: message,
  artifact: accepting("artifacts:write"),
  complete: accepting("conversations:write"),
  receipt: accepting("receipts:sign"),
  accept: accepting("decisions:write"),
  async ask() {
    throw personRequired([], "it is a person who is asked.");
  },
  async grant() {
    throw personRequired([], "no agent lets somebody in by itself.");
  },
  async cancel(call, { conversation, checkpoint, asked }) {
    requireScope(call.member, "conversations:cancel", "cancel it");
    const { reason = "" } = checkpoint.action;
    const action = cancelAction(conversation, asked, String(reason));
    const facts = cancelFacts(call, conversation, asked);
    refuseAsking(reviewCancel(call, action, facts).review);
  },
  async raise_price(call, { conversation }) {
    await refuseToFundRaise(call, conversation);
  },
};

async function message(
  call: QueryCall,
  { conversation, checkpoint: { pendingMessage } }: Subject,
): Promise<void> {
  requireScope(call.member, "conversations:write", "send it");
  if (!pendingMessage) return;
  const { review } = await reviewMessage(call, conversation, pendingMessage);
  refuseAsking(review);
}

function accepting(scope: string): Alone {
  return async (call, { conversation, checkpoint: { action } }) => {
    requireScope(call.member, scope, "do it");
    const facts = await acceptFacts(call, conversation, true);
    refuseAsking(reviewAccept(call, action, facts).review);
  };
}

/** Only what asks for a person stops an agent here: a denial is one for everybody. */
function refuseAsking(review: Review): void {
  if (review.outcome !== "needs_person") return;
  const rules = objectionsOf(review);
  const why = rules.map(({ detail }) => detail).join(" ");
  throw personRequired(rules, `you would have to ask for it yourself. ${why}`);
}

function personRequired(rules: Review["rules"], why: string): ServiceError {
  return new ServiceError("person_required", {
    detail: `Cannot approve: only your person may, because ${why}`,
    ...(rules.length > 0 && { extra: { rules } }),
  });
}

/**
 * Why the caller may not approve a checkpoint of their account; undefined if they
 * may. What is shown and what is refused ask here, so that they say the same. For a
 * person it reads nothing.
 */
export async function refusalToApprove(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<ServiceError | undefined> {
  const refusal = refusalToDecline(call, conversation, checkpoint);
  if (refusal || call.member.kind !== "agent") return refusal;
  const asked = conversation.participants.find(
    (it) => it.accountId === checkpoint.forAccountId,
  );
  if (!asked) throw new RangeError("A checkpoint asks a participant");
  try {
    await ALONE[checkpoint.action.act](call, {
      conversation,
      checkpoint,
      asked,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A rule names addresses, and a limit whom it allows.
    const told = hasScope(call.member, "conversations:read")
      ? error
      : new ServiceError(error.code);
    return leading(call, conversation, checkpoint, told);
  }
}

/** Why the caller may not even decline it. */
export function refusalToDecline(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): ServiceError | undefined {
  const { member, now } = call;
  if (!hasScope(member, "decisions:write")) {
    const detail =
      "Cannot record a decision: the credential lacks the scope decisions:write.";
    const extra = { scope: "decisions:write" };
    const error = new ServiceError("insufficient_scope", { detail, extra });
    return leading(call, conversation, checkpoint, error);
  }
  if (isMaker(checkpoint, member)) {
    return madeByCaller(call, conversation, checkpoint);
  }
  return now < checkpoint.expiresAt
    ? undefined
    : new ServiceError("checkpoint_expired");
}

/** Maker is not checker: an agent never decides what it proposed itself. */
export function madeByCaller(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): ServiceError {
  const error = new ServiceError("maker_cannot_decide", {
    detail: "Cannot decide: the same agent proposed it.",
  });
  return leading(call, conversation, checkpoint, error);
}

/** The same refusal, and where the person decides. */
function leading(
  { settings }: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  error: ServiceError,
): ServiceError {
  const { code, message: detail, errors, fix, extra } = error;
  return new ServiceError(code, {
    detail,
    errors,
    fix,
    extra: {
      ...extra,
      checkpointId: checkpoint.id,
      approvalUrl: approvalUrl(settings, conversation, checkpoint),
    },
  });
}
