import { requireScope } from "../../../../access/access.ts";
import type { QueryCall } from "../../../../access/context.ts";
import { told } from "../../../../base/words/sentence.ts";
import { reviewAccept } from "../../../../review/review.ts";
import type { Conversation } from "../../../model/model.ts";
import { acceptIfAsked } from "../../checkpoints/checkpoint.ts";
import { acceptFacts } from "../../checkpoints/may_accept.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { resume, withdrawAsks } from "../../checkpoints/waiting.ts";
import { startedBy } from "../../thread/post.ts";
import { close, toSender } from "./deciding.ts";
import type { Decided, Deciding } from "./row.ts";
import { refuseAsking } from "./shared.ts";

/** Lets an agent approve if it may do the act and may accept. */
export function permitAccept(scope: string) {
  return async (
    call: QueryCall,
    { conversation, checkpoint: { action } }: Subject,
  ): Promise<void> => {
    requireScope(call.member, scope, told`do it`);
    const facts = await acceptFacts(call, conversation, true);
    refuseAsking(call, reviewAccept(call, action, facts).review);
  };
}

/** The request after its person has approved, if nothing else prevents it. */
export function accepted(deciding: Deciding): Conversation {
  const { call, asked } = deciding;
  const closed = close(deciding, "approved");
  const answered = acceptIfAsked(call, closed, asked.accountId);
  const started = startedBy(call, answered, asked);
  const resumed = resume(call, started, "answer", "decided");
  return withdrawAsks(call, resumed);
}

/** Notifies the sender if the conversation has ended. */
export function toSenderIfMoved(decided: Decided): readonly number[] {
  return decided.after.state === decided.before.state ? [] : toSender(decided);
}
