import type { QueryCall } from "../../../access/context.ts";
import { decidesOn, hasScope } from "../../../access/principal.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { isTheirs } from "../../model/turn/delegated.ts";
import { isMaker } from "../checkpoints/ask.ts";
import { approvalUrl, subjectOf } from "../checkpoints/subject.ts";
import { actRowOf } from "./table.ts";

/**
 * Why the caller may not approve a checkpoint of their account; undefined if they may. Shown
 * actions and refusals both use it, so that they agree. For a person it reads nothing.
 */
export async function refusalToApprove(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<ServiceError | undefined> {
  const refusal = refusalToDecline(call, conversation, checkpoint);
  if (refusal || call.member.kind !== "agent") return refusal;
  try {
    const subject = subjectOf(conversation, checkpoint);
    await actRowOf(checkpoint).permit(call, subject);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The findings show addresses, and whom a limit allows.
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
    const detail = told`Cannot record a decision: the credential is missing the scope decisions:write.`;
    const extra = { scope: "decisions:write" };
    const error = new ServiceError("insufficient_scope", { detail, extra });
    return leading(call, conversation, checkpoint, error);
  }
  if (!decidesOn(member, checkpoint.action.act)) {
    const detail = told`Cannot decide: your role in the team doesn't decide this.`;
    const error = new ServiceError("insufficient_scope", { detail });
    return leading(call, conversation, checkpoint, error);
  }
  if (!isTheirs(call, conversation, checkpoint)) {
    const detail = told`Cannot decide: it isn't among the decisions that you were given, or beyond your limit.`;
    const error = new ServiceError("insufficient_scope", { detail });
    return leading(call, conversation, checkpoint, error);
  }
  if (isMaker(checkpoint, member)) {
    return madeByCaller(call, conversation, checkpoint);
  }
  return now < checkpoint.expiresAt
    ? undefined
    : new ServiceError("checkpoint_expired");
}

/** An agent never decides what it proposed itself: maker and checker differ. */
export function madeByCaller(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): ServiceError {
  const error = new ServiceError("maker_cannot_decide", {
    detail: call.member.team
      ? told`Cannot decide: this is your own proposal. Another member of the team has to.`
      : told`Cannot decide: an agent cannot decide on its own proposal. Your person has to.`,
  });
  return leading(call, conversation, checkpoint, error);
}

/** The refusal with the page where the person decides. */
function leading(
  { settings }: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  error: ServiceError,
): ServiceError {
  return error.with({
    extra: {
      ...error.extra,
      checkpointId: checkpoint.id,
      approvalUrl: approvalUrl(settings, conversation, checkpoint),
    },
  });
}
