import { LIMITS } from "../../../base/limits.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { canRead } from "../../model/audience.ts";
import type { Conversation, Message } from "../../model/model.ts";
import { LEFT_OUT } from "../../model/parts.ts";
import { seenBy } from "../../model/tally.ts";
import { contentOf } from "../../model/weight.ts";

/** The messages of a thread that an answer contains. */
export interface Window {
  /** The most messages, counted from the newest. */
  readonly count: number;
  /** Their approximate JSON size together; the newest is always included. */
  readonly bytes: number;
  /** Only messages older than this one. */
  readonly before?: string;
  /** This message and older ones. */
  readonly from?: string;
  /** True if the whole conversation stays within these bytes, apart from its newest message. */
  readonly isOfAll?: true;
  /** Ids of messages that the same answer shows beside the conversation. */
  readonly beside?: readonly string[];
  /** True for a list item, which leaves out whom a reply reaches and what may be done. */
  readonly isItem?: true;
  /** True for an answer with the conversation's status only, without content. */
  readonly isBrief?: true;
}

/** For the conversation in every answer. */
export const THREAD_WINDOW: Window = {
  count: LIMITS.threadMessagesMax,
  bytes: LIMITS.threadBytesMax,
  isOfAll: true,
};

/** For an answer with the status only. */
export const BRIEF_WINDOW: Window = { count: 0, bytes: 0, isBrief: true };

/** For a page of a read. */
export const READ_WINDOW: Window = {
  count: LIMITS.readMessagesDefault,
  bytes: LIMITS.answerBytesMax / 2,
};

/** For a read by a tool, whose result is shorter. */
export const TOOL_WINDOW: Window = {
  count: LIMITS.readMessagesDefault,
  // A tool's form of a message takes a third of that of other interfaces.
  bytes: 3 * LIMITS.toolResultBytesMax,
};

/** For a list item. */
export const ITEM_WINDOW: Window = { ...THREAD_WINDOW, isItem: true };

/** For a list item that is a summary. */
export const NO_MESSAGES: Window = { count: 0, bytes: 0, isItem: true };

/**
 * The window for a reader who wants so many: a usual one that is large enough, so that its
 * view is made once.
 */
export function windowFor(count: number): Window {
  const usual = USUAL.find((max) => max >= count) ?? LIMITS.readMessagesMax;
  return { count: usual, bytes: READ_WINDOW.bytes };
}

const USUAL: readonly number[] = [
  0,
  1,
  LIMITS.threadMessagesMax,
  LIMITS.readMessagesDefault,
  LIMITS.readMessagesMax,
];

/** Enough for deciding, and for most answers. */
export const USUAL_WINDOW: Window = {
  count: LIMITS.readMessagesMax,
  bytes: LIMITS.answerBytesMax,
};

/** The messages that one viewer is shown, in order. */
export interface Shown {
  readonly messages: readonly Message[];
  /** How many messages the viewer may read in all. */
  readonly readable: number;
  /** How many of them are older than those shown. */
  readonly omitted: number;
  readonly last: Message | undefined;
  /** The approximate JSON size of those shown. */
  readonly bytes: number;
  /** True if more would be shown if it were loaded. */
  readonly isCut: boolean;
}

/** @throws invalid_input if `before` or `from` is no message that the viewer may read */
export function shownOf(
  conversation: Conversation,
  position: number,
  { count, bytes: bytesMax, ...window }: Window,
): Shown {
  const { messages: all, page, newestFrom } = conversation;
  const { readable, last: lastSeq } = seenBy(conversation, position);
  const start = page?.first ?? newestFrom;
  const end = page?.end ?? endOf(conversation, position, window);
  const atHand = all.filter((it) => it.seq >= start && canRead(it, position));
  const older = page?.omitted ?? readable - atHand.length;
  const stretch = atHand.filter(({ seq }) => seq < end);
  let from = stretch.length;
  let bytes = 0;
  let isFull = count === 0;
  while (from > 0 && !isFull) {
    const message = stretch[from - 1];
    if (!message || message.parts === LEFT_OUT) break;
    const more = bytesOf(message, conversation.shown);
    isFull = bytes + more > bytesMax && from < stretch.length;
    if (isFull) break;
    bytes += more;
    from--;
    isFull = stretch.length - from === count;
  }
  const omitted = older + from;
  const last = all.find(({ seq }) => seq === lastSeq);
  const lacksLast = count === 0 && last?.parts === LEFT_OUT;
  return {
    messages: stretch.slice(from),
    readable,
    omitted,
    last,
    bytes,
    isCut: !page && ((!isFull && omitted > 0) || lacksLast),
  };
}

/** The number that a page's messages lie below. */
export function endOf(
  { messages }: Conversation,
  position: number,
  { before, from }: Pick<Window, "before" | "from">,
): number {
  const id = from ?? before;
  if (id === undefined) return Number.POSITIVE_INFINITY;
  const named = messages.find((it) => it.id === id);
  if (!named || !canRead(named, position)) {
    throw unknownMessage(from === undefined ? "/before" : "/messageId");
  }
  return from === undefined ? named.seq : named.seq + 1;
}

/** The approximate bytes of a message without its content. */
export const FRAME_BYTES = 700;

/** Weighed once for all windows that come to it. */
function bytesOf(message: Message, shown: Conversation["shown"]): number {
  const known = shown?.get(message.parts);
  if (known !== undefined) return known as number;
  const bytes = FRAME_BYTES + contentOf(message).bytes;
  shown?.set(message.parts, bytes);
  return bytes;
}

function unknownMessage(pointer: string) {
  const why = told`must be a messageId of this conversation`;
  return invalid(pointer, "unknown_message", why);
}
