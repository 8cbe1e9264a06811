import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldMany } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { DAY_WINDOW_MS, SlidingWindow, WINDOW_MS } from "./sliding_window.ts";

interface TextRate {
  readonly max: number;
  readonly windowMs: number;
  /** The duration, as the end of a sentence. */
  readonly says: Sentence;
}

/** How much text an account may add, by the name in the feed between nodes. */
const RATES = {
  text: {
    max: LIMITS.textBytesPerMinuteMax,
    windowMs: WINDOW_MS,
    says: told`a minute`,
  },
  textOfDay: {
    max: LIMITS.textBytesPerDayMax,
    windowMs: DAY_WINDOW_MS,
    says: told`a day`,
  },
} satisfies Readonly<Record<string, TextRate>>;

/** The names of the text limits. */
export type TextRateName = keyof typeof RATES;

/** All of them, the shorter first. */
export const TEXT_RATES = [
  "text",
  "textOfDay",
] as const satisfies readonly TextRateName[];

/** The text counted for each account. */
export function textWindows(): Readonly<Record<TextRateName, SlidingWindow>> {
  const window = ({ max, windowMs }: TextRate) =>
    new SlidingWindow(max, windowMs);
  return { text: window(RATES.text), textOfDay: window(RATES.textOfDay) };
}

/**
 * Counts the bytes of text in a call.
 * @throws rate_limited with `retryAfter` in seconds; then nothing is counted
 */
export function takeText(
  windows: Readonly<Record<TextRateName, SlidingWindow>>,
  { key, bytes, now }: TakenText,
): void {
  for (const [place, name] of TEXT_RATES.entries()) {
    const waitMs = windows[name].take(key, now, bytes);
    if (waitMs <= 0) continue;
    for (const taken of TEXT_RATES.slice(0, place)) {
      windows[taken].giveBack(key, bytes);
    }
    throw tooMuchText(RATES[name], waitMs);
  }
}

interface TakenText {
  readonly key: string;
  readonly bytes: number;
  readonly now: number;
}

function tooMuchText(
  { max, windowMs, says }: TextRate,
  waitMs: number,
): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  return new ServiceError("rate_limited", {
    detail: told`Cannot take this now: the limit is ${max} bytes of text ${says}, not counting files. Try again in ${toldMany(retryAfter)`# second|# seconds`}.`,
    extra: {
      retryAfter,
      rate: { class: "text", max, windowSeconds: windowMs / 1_000 },
    },
  });
}

/** Files come as base64 under these names, and are limited by the account's storage. */
const FILES: ReadonlySet<string> = new Set(["bytes", "raw"]);

/** The bytes of all texts in a call's input, without files. */
export function textBytesIn(input: unknown): number {
  if (typeof input === "string") return Buffer.byteLength(input);
  if (typeof input !== "object" || input === null) return 0;
  let bytes = 0;
  for (const [name, value] of Object.entries(input)) {
    if (!FILES.has(name)) bytes += textBytesIn(value);
  }
  return bytes;
}
