import type { QueryCall } from "../../../access/context.ts";
import { decidesOn, hasScope } from "../../../access/principal.ts";
import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { isTheirs } from "../../model/turn/delegated.ts";
import { isMaker } from "../checkpoints/ask.ts";
import { subjectOf } from "../checkpoints/subject.ts";
import { leading, madeByCaller } from "./made_by_caller.ts";
import { actRowOf } from "./table.ts";
import { countOf, refusalToVote } from "./vote.ts";

/**
 * Why the caller may not approve a checkpoint of their account; undefined if they may. Shown
 * actions and refusals both use it, so that they agree. For a person it reads who else approves.
 */
export async function refusalToApprove(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<ServiceError | undefined> {
  const refusal = refusalToDecline(call, conversation, checkpoint);
  if (refusal) return refusal;
  const count = await countOf(call, conversation, checkpoint);
  if (count) {
    const other = await refusalToVote(call, conversation, checkpoint);
    if (other) return other;
  }
  if (call.member.kind !== "agent") return undefined;
  try {
    const judged = count ? asIfByAll(conversation, checkpoint) : conversation;
    const subject = subjectOf(judged, checkpoint);
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

/** The conversation as if all others had approved it: what is left is the caller's own right. */
function asIfByAll(
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  const vote = { memberId: "", credentialId: "", name: "", at: 0 };
  const votes = Array.from({ length: LIMITS.approvalsNeededMax }, () => vote);
  const checkpoints = conversation.checkpoints.map((it) =>
    it.id === checkpoint.id ? { ...it, votes } : it,
  );
  return { ...conversation, checkpoints };
}
