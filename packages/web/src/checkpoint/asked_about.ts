import type { Checkpoint, Conversation } from "../api/types.ts";
import { questionId } from "./question_id.ts";

/** The questions that wait for the person, in the order of expiry. Pure. */
export function openQuestions({
  checkpoints,
}: Conversation): readonly Checkpoint[] {
  return checkpoints
    .filter(({ status }) => status === "open")
    .toSorted((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1));
}

/** True if the words to decide about are already in the thread. Pure. */
export function isInThread(
  { messages }: Pick<Conversation, "messages">,
  { act, proposal: { messageId } }: Checkpoint,
): boolean {
  // A message that is not sent yet is not in the thread, even if it has an id.
  return act === "accept" && messages.some((it) => it.messageId === messageId);
}

/** The words to decide about, from the checkpoint or a message. Pure. */
export function wordsAskedAbout(
  { messages }: Pick<Conversation, "messages">,
  { proposal }: Checkpoint,
): Pick<Checkpoint["proposal"], "text" | "parts" | "a2a"> {
  return proposal.text === undefined
    ? (messages.find((it) => it.messageId === proposal.messageId) ?? {})
    : proposal;
}

/** The page elements that the decider must have had in sight. Pure. */
export function elementsOf(
  conversation: Conversation,
  checkpoint: Checkpoint,
): readonly string[] {
  const { messageId, artifactIds } = checkpoint.proposal;
  return isInThread(conversation, checkpoint) && messageId
    ? [messageId, ...artifactIds]
    : [questionId(checkpoint.checkpointId)];
}
