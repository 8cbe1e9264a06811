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
  conversation: Pick<Conversation, "messages" | "participants">,
  checkpoint: Checkpoint,
): boolean {
  const { act, proposal } = checkpoint;
  // A message that is not sent yet is not in the thread, even if it has an id.
  const isSent =
    act === "accept" || askerElsewhere(conversation, checkpoint) !== undefined;
  const { messageId } = proposal;
  return (
    isSent && conversation.messages.some((it) => it.messageId === messageId)
  );
}

/** The id of the part of the page that shows a dispute. */
export const DISPUTE_ID = "dispute";

/** True if the page shows all that it is about above the thread. Pure. */
export function isInStrip({ act }: Checkpoint): boolean {
  return act === "dispute" || act === "arbitration";
}

/** The agent at another service that asks the sender something; undefined for any other question. Pure. */
export function askerElsewhere(
  { participants }: Pick<Conversation, "participants">,
  { act, askedBy }: Checkpoint,
): Conversation["participants"][number] | undefined {
  return act === "ask"
    ? participants.find(
        (it) => it.remote !== undefined && it.address === askedBy?.address,
      )
    : undefined;
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
  if (isInStrip(checkpoint)) return [DISPUTE_ID];
  const { messageId, artifactIds } = checkpoint.proposal;
  return isInThread(conversation, checkpoint) && messageId
    ? [messageId, ...artifactIds]
    : [questionId(checkpoint.checkpointId)];
}
