import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import type { Conversation } from "../../../model/model.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { isFromElsewhere } from "../../thread/question.ts";
import { AMONG_THEMSELVES, close, say } from "./deciding.ts";
import type { ActRow, Deciding } from "./row.ts";
import { personRequired } from "./shared.ts";

/** An agent asks its person something, or one at another service the sender. */
export const ASK: ActRow<"ask"> = {
  ...AMONG_THEMSELVES,
  facts({ conversation, checkpoint }) {
    const { messageId } = checkpoint.action;
    const found = conversation.messages.find(({ id }) => id === messageId);
    // The id of another service's message says nothing to a reader.
    const isPlain = found && isFromElsewhere(conversation, checkpoint);
    const message = isPlain ? { ...found, a2a: null } : found;
    return { ...(message && { message }), asks: true };
  },
  outcomes({ conversation, checkpoint }, say) {
    const silence = say`The question stays unanswered, and the agent continues.`;
    if (isFromElsewhere(conversation, checkpoint)) {
      return {
        approve: say`Your answer goes to the agent as a message.`,
        decline: say`The question stays unanswered. A comment goes to the agent as a message.`,
        silence,
      };
    }
    return {
      approve: say`The agent reads your comment as the answer and continues.`,
      decline: say`The question stays unanswered. The agent reads your comment and continues.`,
      silence,
    };
  },
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
    const told = await answered(deciding, "approved");
    return resume(deciding.call, told, "answer", "decided");
  },
  async decline(deciding) {
    const told = await answered(deciding, "declined");
    return resume(deciding.call, told, "refuse_action", "decided");
  },
};

/** Closes the question; an agent at another service reads the comment as a message. */
async function answered(
  deciding: Deciding<"ask">,
  status: "approved" | "declined",
): Promise<Conversation> {
  const { conversation, checkpoint, comment } = deciding;
  const closed = close(deciding, status);
  const isSent = isFromElsewhere(conversation, checkpoint) && comment;
  return isSent ? await say(deciding, closed, comment) : closed;
}
