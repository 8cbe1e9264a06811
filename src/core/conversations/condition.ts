import { canRead } from "./audience.ts";
import type { Conversation } from "./model.ts";

/** Whether a release condition is met, by what, or what is still missing. */
export interface Condition {
  readonly met: boolean;
  readonly missing: string | null;
  readonly messageIds: readonly string[];
  readonly artifactIds: readonly string[];
}

const SENDER_POSITION = 0;

/**
 * Judges the sender's release condition for one recipient (decisions.md D).
 * `accepted` and a described conversion are met by the signature itself.
 */
export function conditionFor(
  conversation: Conversation,
  recipient: number,
): Condition {
  const messageIds = conversation.messages
    .filter(
      (message) =>
        message.author === recipient &&
        message.authorKind !== "service" &&
        canRead(message, SENDER_POSITION),
    )
    .map((message) => message.id);
  const artifactIds = conversation.artifacts
    .filter(
      (file) => file.addedBy === recipient && canRead(file, SENDER_POSITION),
    )
    .map((file) => file.id);
  const missing = missingFor(conversation, recipient, messageIds);
  return { met: missing === null, missing, messageIds, artifactIds };
}

function missingFor(
  conversation: Conversation,
  recipient: number,
  messageIds: readonly string[],
): string | null {
  const { release, releaseAction, artifacts } = conversation;
  if (release === "replied" && messageIds.length === 0) {
    return "a reply from the recipient that the sender can read";
  }
  if (release !== "converted" || releaseAction?.type !== "artifact") {
    return null;
  }
  const { mimeType } = releaseAction;
  const found = artifacts.some(
    (file) =>
      file.addedBy === recipient &&
      canRead(file, SENDER_POSITION) &&
      (mimeType === undefined || file.mimeType === mimeType),
  );
  if (found) return null;
  return mimeType
    ? `an artifact of type ${mimeType} from the recipient`
    : "an artifact from the recipient";
}

/**
 * True once the recipient has earned the price, so that the sender can no
 * longer take it back: only for what the record itself shows.
 */
export function isEarned(
  conversation: Conversation,
  recipient: number,
): boolean {
  switch (conversation.release) {
    case "accepted":
      return conversation.state === "working" || isAsked(conversation);
    case "replied":
      return conditionFor(conversation, recipient).met;
    case "converted":
      return (
        conversation.releaseAction?.type === "artifact" &&
        conditionFor(conversation, recipient).met
      );
  }
}

/** True while the payee waits for the sender to fund a raised price. */
function isAsked({ payment }: Conversation): boolean {
  return payment?.status === "held" && payment.asked !== null;
}
