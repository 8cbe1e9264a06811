import type { Random } from "../invariants/random.ts";

/** Pieces that texts are made of: what UTF-16, FTS5, GLOB, LIKE and JSON each read in their way. */
const PIECES = [
  ...["\ud800", "\udfff", "\ude00\ud83d", "\0", "a\0b", "\ufffe", "\ufffd"],
  ...[
    "𝒳",
    "🥳",
    "\u{10ffff}",
    "\u{f0000}",
    "漢",
    "é",
    "e\u0301",
    "İ",
    "ß",
    "ς",
  ],
  ...["\u202e", "\u200d", "\u2800", "ि", "ּ", "ᦰ", "\n", "\r", "\u2028", " "],
  ...[
    '"',
    "'",
    "*",
    "^",
    ":",
    "-",
    "(",
    ")",
    "NEAR(",
    " AND ",
    " OR ",
    " NOT ",
  ],
  ...[
    "%",
    "_",
    "[",
    "]",
    "[^",
    "?",
    "\\",
    "/",
    ";",
    "--",
    "@",
    "@inbox.localhost",
  ],
  ...["\\ud800", '["\\udc00"]', '{"text":"\\ud800"}', "$.text", "{", "}", "`"],
  ...["a", "th", "th0", "A", "0", "-1", "1e999", "true", "null", "%ED%A0%80"],
] as const;

/** The last byte of a long word may stand at any place of its characters. */
const WIDE = ["漢", "é", "𝒳", "x", "ि", "\u{f0000}"] as const;

/** A text that somebody might send to do harm, of at most so many characters. */
export function hostileText(random: Random, most = 60_000): string {
  const beginning = Array.from({ length: random.int(7) + 1 }, () =>
    random.pick(PIECES),
  ).join("");
  const text = random.chance(0.05) ? longWord(random) : beginning;
  return text.slice(0, most);
}

/** A word that is often longer than one of the index, which ends at some 32 kB. */
export function longWord(random: Random): string {
  return `th${"0".repeat(random.int(4))}${random.pick(WIDE).repeat(random.int(33_000))}`;
}

const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, 255, 2 ** 31, -(2 ** 53), 2 ** 53 - 1, 2 ** 63],
  ...[1e308, 5e-324, Number.NaN, Infinity, -Infinity],
] as const;

/** A value of each kind but bytes, also of those that SQL has not. */
export function hostileValue(random: Random): unknown {
  return random.pick(VALUES)(random);
}

type Make = (random: Random) => unknown;

const VALUES: readonly [Make, ...Make[]] = [
  (random) => hostileText(random),
  (random) => random.pick(NUMBERS),
  (random) => random.chance(0.5),
  (random) => 2n ** BigInt(random.int(70)) * (random.chance(0.5) ? 1n : -1n),
  () => null,
  () => undefined,
  () => [],
  () => ({}),
  () => new Date(0),
  () => Symbol("s"),
];

/** The bytes of a text, which end within one of its characters. */
export function cutBytes(random: Random): Uint8Array {
  const bytes = new TextEncoder().encode(hostileText(random, 200));
  return bytes.subarray(random.int(2), bytes.length - random.int(3));
}
