import { canRead, canReadFile, isToSelf } from "./audience.ts";
import type {
  Conversation,
  Message,
  Participant,
  Seen,
  Tally,
} from "./model.ts";
import { SENDER } from "./model.ts";
import { isEmpty, LEFT_OUT } from "./parts.ts";
import { contentOf } from "./weight.ts";

export const NO_TALLY: Tally = {
  count: 0,
  text: 0,
  all: 0,
  kept: [],
  seen: [],
};

const NOTHING: Seen = { readable: 0, last: 0, other: 0 };

/** The part of the messages that one participant may read. */
export function seenBy(
  { tally }: Pick<Conversation, "tally">,
  position: number,
): Seen {
  return tally.seen[position] ?? NOTHING;
}

/**
 * The question before an acceptance that is the newest message a participant reads, if they
 * asked it or are the sender who is asked; undefined if another message followed, and once
 * the request is accepted. Pure.
 */
export function questionAsked(
  conversation: Conversation,
  { position, role }: Participant,
): Message | undefined {
  const { state, previousState } = conversation;
  // An agent's act that waits for its person interrupts the request, and accepts nothing.
  const isHeldUp = state === "input-required";
  if ((isHeldUp ? previousState : state) !== "submitted") return undefined;
  const { last } = seenBy(conversation, position);
  const newest = conversation.messages.find(({ seq }) => seq === last);
  if (!newest?.asksFirst) return undefined;
  const isAuthor = newest.author === position;
  return isAuthor || role === "sender" ? newest : undefined;
}

/** The conversation with one more message. Pure. */
export function withMessage(
  conversation: Conversation,
  message: Message,
): Conversation {
  const messages = [...conversation.messages, message];
  return { ...conversation, messages, tally: tallied(conversation, message) };
}

/** The conversation with exactly these messages. Pure. */
export function withMessages(
  conversation: Conversation,
  messages: readonly Message[],
): Conversation {
  const empty = { ...conversation, messages: [], tally: NO_TALLY };
  return messages.reduce(withMessage, empty);
}

/** Consecutive messages that a participant may not read. */
export interface HiddenStretch {
  readonly position: number;
  readonly first: number;
  readonly last: number;
  /** How many before the first are also hidden. */
  readonly before: number;
}

/** Finds the ranges hidden from one participant, message by message. */
export class HiddenFrom {
  readonly #position: number;
  #readable: number;
  #seen: number;

  constructor(position: number, { readable, last }: Seen = NOTHING) {
    this.#position = position;
    this.#readable = readable;
    this.#seen = last;
  }

  /** The hidden range that ends with this message; undefined if it is readable. */
  next({ seq, audience }: Pick<Message, "seq" | "audience">) {
    const position = this.#position;
    if (!canRead({ audience }, position)) {
      const before = this.#seen - this.#readable;
      return { position, first: this.#seen + 1, last: seq, before };
    }
    this.#readable++;
    this.#seen = seq;
    return undefined;
  }
}

/** The hidden ranges that end among added messages. Pure. */
export function stretchesHidden(
  before: Conversation | null,
  { messages, participants }: Conversation,
): readonly HiddenStretch[] {
  const known = before?.tally.count ?? 0;
  const added = messages.filter(({ seq }) => seq > known);
  return participants.flatMap(({ position }) => {
    const hidden = new HiddenFrom(
      position,
      before ? seenBy(before, position) : NOTHING,
    );
    const found = new Map<number, HiddenStretch>();
    for (const message of added) {
      const stretch = hidden.next(message);
      if (stretch) found.set(stretch.first, stretch);
    }
    return [...found.values()];
  });
}

function tallied(conversation: Conversation, message: Message): Tally {
  const { tally, participants } = conversation;
  const { seq, author } = message;
  const { text, all } = contentOf(message);
  return {
    count: seq,
    text: tally.text + text,
    all: tally.all + all,
    kept: decides(conversation, message) ? [...tally.kept, seq] : tally.kept,
    seen: participants.map(({ position }) => {
      const seen = seenBy(conversation, position);
      if (!canRead(message, position)) return seen;
      return {
        readable: seen.readable + 1,
        last: seq,
        other: author === position ? seen.other : seq,
      };
    }),
  };
}

/**
 * True for a message that a later decision may depend on: the first of its kind by its
 * author, each question before an acceptance, and one that gives somebody a file. The very
 * first is always loaded.
 */
function decides(conversation: Conversation, message: Message): boolean {
  if (message.seq === 1) return false;
  if (message.asksFirst || brings(conversation, message)) return true;
  return !conversation.messages.some((it) => isAlike(it, message));
}

/** True if two messages do not differ in anything that decisions use. */
function isAlike(one: Message, other: Message): boolean {
  return (
    one.author === other.author &&
    one.authorKind === other.authorKind &&
    one.asksFirst === other.asksFirst &&
    (one.mode === "initial") === (other.mode === "initial") &&
    isToSelf(one) === isToSelf(other) &&
    canRead(one, SENDER) === canRead(other, SENDER) &&
    saysNothing(one) === saysNothing(other)
  );
}

/**
 * True for the first message with one of its files, and for one that lets somebody read a
 * file.
 */
function brings(
  { messages, artifacts, participants }: Conversation,
  message: Message,
): boolean {
  return message.artifactIds.some((id) => {
    if (!messages.some((it) => it.artifactIds.includes(id))) return true;
    const file = artifacts.find((it) => it.id === id);
    return participants.some(
      ({ position }) =>
        file?.addedBy === message.author &&
        canRead(message, position) &&
        !canReadFile({ messages }, file, position),
    );
  });
}

/** True for a message without text and files. */
export function saysNothing({ parts, artifactIds }: Message): boolean {
  return artifactIds.length === 0 && parts !== LEFT_OUT && isEmpty(parts);
}
