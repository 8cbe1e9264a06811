import type { QueryCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import { approvalUrl } from "../checkpoints/subject.ts";

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
export function leading(
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
