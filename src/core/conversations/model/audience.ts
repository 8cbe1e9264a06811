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
 * True if the participant at this position may read a file: from the start, or since its
 * author sent a message with it that they may read.
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

/** True for an account's message to itself: an agent's question to its person. */
export function isToSelf({
  author,
  audience,
}: Pick<Message, "author" | "audience">): boolean {
  return audience?.length === 1 && audience[0] === author;
}

/** True if only the service's own agents are addressed. */
export function isForAgentsOnly({
  participants,
}: Pick<Conversation, "participants">): boolean {
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0 && addressed.every((it) => it.kind === "service");
}

/** Participants as one viewer sees them: a bcc is visible to the sender and itself. */
export function visibleTo(
  conversation: Conversation,
  viewer: Participant,
): readonly Participant[] {
  if (viewer.role === "sender") return conversation.participants;
  return conversation.participants.filter(
    (other) => other.role !== "bcc" || other.position === viewer.position,
  );
}

/** The readers of a message; all participants read the first one. */
export type Mode = "reply" | "reply-all";

/**
 * The default mode of a message. A sender writes to all recipients; agents expect all
 * participants of a task to read them. An answer to an account's message to itself stays with
 * that account, and one to a bcc stays between the two.
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
 * The positions that may read an addition of an author. `reply` reaches the author of the
 * answered message, `reply-all` everyone except a bcc; a bcc's words reach only the sender,
 * so that nobody else learns of the bcc. An answer to an account's message to itself stays
 * with that account.
 */
export function audienceOf(
  conversation: Conversation,
  author: Participant,
  mode: Mode,
  answered: Message | undefined,
): readonly number[] | null {
  const { participants } = conversation;
  if (mode === "reply" && answered?.author === author.position) {
    // An answer to an account's message to itself stays with it.
    if (isToSelf(answered)) return [author.position];
  }
  if (author.role === "sender" && mode === "reply-all") return null;
  const reached = participants
    .filter((other) => reaches(author, other, mode, answered))
    .map((other) => other.position);
  return reached.length === participants.length ? null : reached;
}

/**
 * The positions that may read a file added without a message: those of a message to all,
 * except ordinary addresses. Only a message leaves the service.
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
  // An arbiter reads what others say once it was asked, and talks to nobody in secret.
  if (other.role === "arbiter") return true;
  if (author.role === "arbiter") return other.role !== "bcc";
  if (mode === "reply-all") return other.role !== "bcc";
  if (answered && answered.author !== author.position) {
    return other.position === answered.author;
  }
  return author.role === "sender"
    ? other.role === "to"
    : other.role === "sender";
}

/** The message that a reply answers: the named one, otherwise the last by someone else. */
export function answeredBy(
  conversation: Conversation,
  author: Participant,
  inReplyTo: string | undefined,
): Message | undefined {
  const { messages } = conversation;
  const { position } = author;
  if (inReplyTo !== undefined) {
    const named = messages.find(({ id }) => id === inReplyTo);
    return named && canRead(named, position) ? named : undefined;
  }
  return messages.findLast(
    (it) => it.author !== position && canRead(it, position),
  );
}

/** Positions, other than the author's, with something new to read. */
export function notified(
  conversation: Conversation,
  author: number,
  audience: readonly number[] | null,
): readonly number[] {
  return (
    audience ?? conversation.participants.map((other) => other.position)
  ).filter((position) => position !== author);
}

/** The readers of a message, except its author. */
export function readersOf(
  { participants }: Pick<Conversation, "participants">,
  message: Pick<Message, "author" | "audience">,
): readonly Participant[] {
  return participants.filter(
    (it) => it.position !== message.author && canRead(message, it.position),
  );
}

/** The participant at a position; positions come from the record itself. */
export function participantAt(
  conversation: Conversation,
  position: number,
): Participant {
  const found = conversation.participants[position];
  if (!found) throw new RangeError(`No participant at position ${position}`);
  return found;
}

/**
 * True for a recipient outside this service: a mailbox, or an inbox at another service. A
 * sender from there wrote first, so an answer to them is no new outward send.
 */
export function isOutside({ accountId, remote, role }: Participant): boolean {
  return accountId === null || (remote !== null && role !== "sender");
}

/** True for an account with people, who are told of what happens. */
export function hasPeople({ kind }: Pick<Participant, "kind">): boolean {
  return kind === "person" || kind === "team";
}
