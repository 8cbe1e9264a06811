import { canRead, isForAgentsOnly } from "../../model/audience.ts";
import type { Conversation, Message, Participant } from "../../model/model.ts";
import { isTerminal } from "../../model/states.ts";

/** The next act of one of the service's own agents. */
export type AgentTurn =
  | {
      readonly kind: "answer";
      readonly question: Message;
      readonly requester: Participant;
    }
  | { readonly kind: "complete" }
  /** There is nothing to answer: the agent has read it. */
  | { readonly kind: "done" };

const DONE: AgentTurn = { kind: "done" };

/**
 * Decides an agent's turn from stored data only. The agent answers once in a conversation
 * that is addressed to it or that it opened (the welcome); never itself, a service's message,
 * or as a copy. If only agents are addressed, the last to answer completes the work
 * (docs/states.md, rows 12 and 20). Pure.
 */
export function agentTurn(
  conversation: Conversation,
  agentId: string,
): AgentTurn {
  const me = conversation.participants.find((it) => it.accountId === agentId);
  if (!me || isTerminal(conversation.state)) return DONE;
  if (me.role !== "to" && me.role !== "sender") return DONE;
  // The demo sender pays for the answer, and does not reply.
  if (me.role === "sender" && conversation.payment) return DONE;
  if (!hasAnswered(conversation, me)) return answerTo(conversation, me);
  const isFinished =
    conversation.state === "working" &&
    isForAgentsOnly(conversation) &&
    conversation.participants.every(
      (it) => it.role !== "to" || hasAnswered(conversation, it),
    );
  return isFinished && me.role === "to" ? { kind: "complete" } : DONE;
}

/** True if a participant has answered: the opening message does not count. */
function hasAnswered(
  { messages }: Conversation,
  { position }: Participant,
): boolean {
  return messages.some((it) => it.author === position && it.mode !== "initial");
}

function answerTo(
  { messages, participants }: Conversation,
  { position }: Participant,
): AgentTurn {
  const question = messages.findLast(
    (it) =>
      it.author !== position &&
      it.authorKind !== "service" &&
      canRead(it, position),
  );
  const requester = question && participants[question.author];
  return question && requester ? { kind: "answer", question, requester } : DONE;
}
