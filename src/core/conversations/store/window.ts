import { LIMITS } from "../../base/limits.ts";
import { invalid } from "../drafts/compose.ts";
import { canRead } from "../model/audience.ts";
import type { Conversation, Message, Part } from "../model/model.ts";
import { charsOf } from "../model/weight.ts";

/** Which messages of a thread an answer holds. */
export interface Window {
  /** How many at most, the newest of them. */
  readonly count: number;
  /** About how much JSON they make together; the newest one is held all the same. */
  readonly bytes: number;
  /** Only such as are older than this one. */
  readonly before?: string;
  /** True of an item of a list: whom a reply reaches and what may be done is left out. */
  readonly isItem?: true;
}

/** Of a read, which says its messages twice. */
export const READ_WINDOW: Window = {
  count: LIMITS.readMessagesMax,
  bytes: LIMITS.answerBytesMax / 2,
};

/** Of a read by a tool, whose result is shorter. */
export const TOOL_WINDOW: Window = {
  count: LIMITS.toolMessagesDefault,
  // A tool shows a message in a third of what it is on the other wires.
  bytes: 3 * LIMITS.toolResultBytesMax,
};

/** Of an item of a list. */
export const ITEM_WINDOW: Window = {
  count: LIMITS.itemMessagesMax,
  bytes: LIMITS.answerBytesMax,
  isItem: true,
};

/** Of an item that is a summary. */
export const NO_MESSAGES: Window = { count: 0, bytes: 0, isItem: true };

/**
 * The window for a reader who wants so many: a usual one that holds them, so that
 * its view is made once.
 */
export function windowFor(count: number): Window {
  const usual = USUAL.find((max) => max >= count) ?? LIMITS.readMessagesMax;
  return { count: usual, bytes: READ_WINDOW.bytes };
}

/** True for what many readers ask for. */
export function isUsual({ count, before }: Window): boolean {
  return before === undefined && USUAL.includes(count);
}

const USUAL: readonly number[] = [
  0,
  1,
  LIMITS.a2aHistoryInPassing,
  LIMITS.itemMessagesMax,
  LIMITS.a2aHistoryDefault,
  LIMITS.readMessagesMax,
];

/** Stands for the content of a message that was not read for this window. */
export const LEFT_OUT: readonly Part[] = [];

/** The messages that one viewer is shown, in their order. */
export interface Shown {
  readonly messages: readonly Message[];
  /** How many the viewer may read in all. */
  readonly readable: number;
  /** How many of them are older than what is shown. */
  readonly omitted: number;
  readonly last: Message | undefined;
  /** About how much JSON the shown ones make. */
  readonly bytes: number;
}

/** @throws invalid_input if the viewer reads no message that it is to be older than */
export function shownOf(
  { messages: all }: Conversation,
  position: number,
  { count, bytes: bytesMax, before }: Window,
): Shown {
  const readable = all.filter((message) => canRead(message, position));
  const end =
    before === undefined
      ? readable.length
      : readable.findIndex(({ id }) => id === before);
  if (end < 0) throw unknownMessage();
  let from = end;
  let bytes = 0;
  while (from > 0 && end - from < count) {
    const message = readable[from - 1];
    if (!message || message.parts === LEFT_OUT) break;
    const more = bytesOf(message);
    if (bytes + more > bytesMax && from < end) break;
    bytes += more;
    from--;
  }
  return {
    messages: readable.slice(from, end),
    readable: readable.length,
    omitted: from,
    last: readable.at(-1),
    bytes,
  };
}

/** What a message takes besides its content. */
export const FRAME_BYTES = 700;

/** A message's text is in the answer twice: by itself and in its part. */
function bytesOf(message: Message): number {
  const { text, all } = charsOf(message);
  return FRAME_BYTES + text + all;
}

function unknownMessage() {
  const why = "must be a messageId of this conversation";
  return invalid("/before", "unknown_message", why);
}
