import { requireScope } from "../../../access/access.ts";
import type { QueryCall } from "../../../access/context.ts";
import type { Say } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { reviewAccept } from "../../../review/review.ts";
import type { Conversation } from "../../model/model.ts";
import { startedBy } from "../../thread/post.ts";
import { shownTitle } from "../card_words.ts";
import { acceptIfAsked } from "../checkpoint.ts";
import { acceptFacts } from "../may_accept.ts";
import { resume, withdrawAsks } from "../waiting.ts";
import { close, IN_WORK, toSender } from "./deciding.ts";
import type { Card, Decided, Deciding, Subject, Telling } from "./row.ts";
import { refuseAsking } from "./shared.ts";

/** What every act has that accepts a request by being done, beside a message. */
export function accepting(wants: {
  /** The card's title with its question. */
  title(shown: string, say: Say): string;
  /** What an agent of this name wants, with what it accepts. */
  what(name: string, shown: string, say: Say): string;
}) {
  return {
    ...IN_WORK,
    card: (
      _call: QueryCall,
      conversation: Conversation,
      { askedBy: { name }, say }: Telling,
    ): Card => ({
      title: wants.title(shownTitle(conversation), say),
      summary: `${wants.what(name, shownTitle(conversation), say)} ${say`Declining does nothing, and the request goes on waiting.`}`,
    }),
  };
}

/** Lets an agent approve that may do it and may accept. */
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

/** The request as it is once its person has said yes, with nothing else in the way. */
export function accepted(deciding: Deciding): Conversation {
  const { call, asked } = deciding;
  const closed = close(deciding, "approved");
  const answered = acceptIfAsked(call, closed, asked.accountId);
  const started = startedBy(call, answered, asked);
  const resumed = resume(call, started, "answer", "decided");
  return withdrawAsks(call, resumed);
}

/** The sender hears of it where it has ended. */
export function toSenderIfMoved(decided: Decided): readonly number[] {
  return decided.after.state === decided.before.state ? [] : toSender(decided);
}
