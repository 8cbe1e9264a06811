import type { Via } from "../../access/context.ts";
import type { Artifact, Conversation, Message, Participant } from "./model.ts";

/** True if the participant at this position may read the item. */
export function canRead(
  item: { readonly audience: readonly number[] | null },
  position: number,
): boolean {
  return item.audience === null || item.audience.includes(position);
}

/**
 * True if the participant at this position may read a file: from the start, or since
 * whoever added it has sent a message with it that they read.
 */
export function canReadFile(
  { messages }: Pick<Conversation, "messages">,
  file: Artifact,
  position: number,
): boolean {
  if (canRead(file, position)) return true;
  return messages.some(
    (it) =>
      it.author === file.addedBy &&
      it.artifactIds.includes(file.id) &&
      canRead(it, position),
  );
}

/** True for what an account says to itself: an agent's question to its person. */
export function isToSelf({
  author,
  audience,
}: Pick<Message, "author" | "audience">): boolean {
  return audience?.length === 1 && audience[0] === author;
}

/** True if nobody but the service's own agents is addressed. */
export function isForAgentsOnly({
  participants,
}: Pick<Conversation, "participants">): boolean {
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0 && addressed.every((it) => it.kind === "service");
}

/** Participants as one viewer knows them: a bcc is seen by the sender and itself. */
export function visibleTo(
  conversation: Conversation,
  viewer: Participant,
): readonly Participant[] {
  if (viewer.role === "sender") return conversation.participants;
  return conversation.participants.filter(
    (other) => other.role !== "bcc" || other.position === viewer.position,
  );
}

/** Who reads a message; the first one of a conversation is read by everybody in it. */
export type Mode = "reply" | "reply-all";

/**
 * The mode of a message that names none. A sender writes to all that were written
 * to; agents expect of a task that everybody in it reads them. An answer to what an
 * account has said to itself stays there, and one to a bcc between the two.
 */
export function usualMode(
  conversation: Conversation,
  author: Participant,
  {
    via,
    inReplyTo,
  }: { readonly via: Via; readonly inReplyTo?: string | undefined },
): Mode {
  const answered = answeredBy(conversation, author, inReplyTo);
  const isOwnQuestion =
    answered?.author === author.position && isToSelf(answered);
  if (isOwnQuestion || isByBcc(conversation, answered)) return "reply";
  const isToAll = author.role === "sender" || via === "mcp" || via === "a2a";
  return isToAll ? "reply-all" : "reply";
}

function isByBcc(
  { participants }: Conversation,
  message: Message | undefined,
): boolean {
  return participants.some(
    (it) => it.position === message?.author && it.role === "bcc",
  );
}

/**
 * Who may read what an author adds. `reply` reaches the author of the message
 * that is answered, `reply-all` everyone but a bcc; a bcc's own words reach the
 * sender only, so that nobody else learns of them. An answer to what an account has
 * said to itself stays there.
 */
export function audienceOf(
  conversation: Conversation,
  author: Participant,
  mode: Mode,
  answered: Message | undefined,
): readonly number[] | null {
  const { participants } = conversation;
  if (mode === "reply" && answered?.author === author.position) {
    // What an account says to itself is answered there.
    if (isToSelf(answered)) return [author.position];
  }
  if (author.role === "sender" && mode === "reply-all") return null;
  const reached = participants
    .filter((other) => reaches(author, other, mode, answered))
    .map((other) => other.position);
  return reached.length === participants.length ? null : reached;
}

/**
 * Who may read a file that an author adds by itself: whom a message to all would
 * reach, but for ordinary addresses. Nothing leaves the service but with a message.
 */
export function audienceOfFile(
  conversation: Conversation,
  author: Participant,
): readonly number[] | null {
  const { state, participants } = conversation;
  const audience = audienceOf(conversation, author, "reply-all", undefined);
  if (state === "draft") return audience;
  const reached = participants
    .filter((it) => it.accountId !== null)
    .map((it) => it.position)
    .filter((position) => canRead({ audience }, position));
  return reached.length === participants.length ? null : reached;
}

function reaches(
  author: Participant,
  other: Participant,
  mode: Mode,
  answered: Message | undefined,
): boolean {
  if (other.position === author.position) return true;
  if (author.role === "bcc") return other.role === "sender";
  if (mode === "reply-all") return other.role !== "bcc";
  if (answered && answered.author !== author.position) {
    return other.position === answered.author;
  }
  return author.role === "sender"
    ? other.role === "to"
    : other.role === "sender";
}

/** The message a reply answers: the one named, else the last by someone else. */
export function answeredBy(
  conversation: Conversation,
  author: Participant,
  inReplyTo: string | undefined,
): Message | undefined {
  const readable = conversation.messages.filter((message) =>
    canRead(message, author.position),
  );
  if (inReplyTo !== undefined) {
    return readable.find((message) => message.id === inReplyTo);
  }
  return readable.findLast((message) => message.author !== author.position);
}

/** Positions, other than the author's, that have something new to read. */
export function notified(
  conversation: Conversation,
  author: number,
  audience: readonly number[] | null,
): readonly number[] {
  return (
    audience ?? conversation.participants.map((other) => other.position)
  ).filter((position) => position !== author);
}

/** The readers of a message, without its author. */
export function readersOf(
  { participants }: Pick<Conversation, "participants">,
  message: Pick<Message, "author" | "audience">,
): readonly Participant[] {
  return participants.filter(
    (it) => it.position !== message.author && canRead(message, it.position),
  );
}
