import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { AMONG_THEMSELVES, close } from "./deciding.ts";
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
    approve: say`The agent reads your comment as the answer and goes on.`,
    decline: say`The question stays without an answer. The agent reads your comment and goes on.`,
    silence: say`The question stays without an answer, and the agent goes on.`,
  }),
  happened: {
    approved: phrase`The question was answered.`,
    declined: phrase`The question was left without an answer.`,
    expired: phrase`Nobody answered in time, and the agent went on.`,
    superseded: phrase`It no longer mattered, and nothing was done by it.`,
  },
  approveTitle: phrase`Answer`,
  declineTitle: phrase`Do not answer`,
  async permit() {
    throw personRequired(told`it is a person who is asked.`);
  },
  approve: (deciding) =>
    resume(deciding.call, close(deciding, "approved"), "answer", "decided"),
};
