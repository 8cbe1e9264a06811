import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { isFromElsewhere } from "../../thread/question.ts";
import { AMONG_THEMSELVES, close, say } from "./deciding.ts";
import type { ActRow } from "./row.ts";
import { personRequired } from "./shared.ts";

/** An agent asks its person something. */
export const ASK: ActRow<"ask"> = {
  ...AMONG_THEMSELVES,
  facts({ conversation, checkpoint }) {
    const { messageId } = checkpoint.action;
    const message = conversation.messages.find(({ id }) => id === messageId);
    return { ...(message && { message }), asks: true };
  },
  outcomes: (_subject, say) => ({
    approve: say`The agent reads your comment as the answer and continues.`,
    decline: say`The question stays unanswered. The agent reads your comment and continues.`,
    silence: say`The question stays unanswered, and the agent continues.`,
  }),
  happened: {
    approved: phrase`The question was answered.`,
    declined: phrase`The question was left unanswered.`,
    expired: phrase`No answer in time: the agent continued without one.`,
    superseded: phrase`It was no longer needed, so nothing was done.`,
  },
  approveTitle: phrase`Answer`,
  declineTitle: phrase`Don't answer`,
  async permit() {
    throw personRequired(told`the question is for a person.`);
  },
  async approve(deciding) {
    const { call, conversation, checkpoint, comment } = deciding;
    const closed = close(deciding, "approved");
    const isSent = isFromElsewhere(conversation, checkpoint) && comment;
    const told = isSent ? await say(deciding, closed, comment) : closed;
    return resume(call, told, "answer", "decided");
  },
};
