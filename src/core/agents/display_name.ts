import { SERVICE_LOCAL_PARTS } from "../addresses/reserved_local_parts.ts";
import { cleanLine, isReadable } from "../base/text.ts";
import { ServiceError } from "../errors/errors.ts";

/** A name as it came, and how a refusal speaks of it. */
export interface NameGiven {
  readonly name: string;
  /** The field that it came in. */
  readonly field: "displayName" | "name" | "fromName";
  /** What cannot be done with it, to follow "Cannot". */
  readonly doing: string;
  /** Whose name it is to be: the service's own agents keep theirs. */
  readonly kind: "person" | "agent" | "service";
}

/**
 * Reads the name that others see: one line in which there is something to read,
 * that is no address, no name of the service's own agents and no label of an actor.
 * @throws invalid_input at the field, with `empty`, `address_like` or `reserved`
 */
export function readDisplayName(given: NameGiven): string {
  const line = cleanLine(given.name);
  if (!isReadable(line)) {
    throw wrong(given, "empty", "holds nothing that can be read");
  }
  if (given.kind === "service") return line;
  if (line.normalize("NFKC").includes("@")) {
    throw wrong(given, "address_like", "holds an @, as an address does");
  }
  if (passesForServiceAgent(line)) {
    throw wrong(given, "reserved", "reads as one of the service's own agents");
  }
  if (passesForActor(line)) {
    throw wrong(
      given,
      "reserved",
      "reads as what the service says of an actor",
    );
  }
  return line;
}

function wrong(
  { field, doing }: NameGiven,
  code: string,
  words: string,
): ServiceError {
  const detail = `${field} ${words}`;
  return new ServiceError("invalid_input", {
    detail: `Cannot ${doing}: ${detail}.`,
    errors: [{ pointer: `/${field}`, code, detail }],
  });
}

/** Letters of other scripts, and small capitals, by the Latin letter they look like. */
const LOOKS: Readonly<Record<string, string>> = {
  a: "аАαΑɑᴀ4",
  c: "сСϲᴄ",
  d: "ԁԀᴅɗ",
  e: "еЕεΕҽєᴇ3",
  h: "һНհΗʜ",
  l: "iIіІιΙıɪӏӀʟ1|!",
  m: "мМΜᴍ",
  n: "ոΝηпᴨɴ",
  o: "оОοΟσօᴏ0",
  r: "гꭇʀ",
  s: "ѕЅꜱ5$",
  t: "тТτΤᴛ7",
  u: "υսᴜvνѵ",
  y: "уУγΥүҮʏ",
};

const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS).flatMap(([letter, alike]) =>
    [...alike].map((it) => [it, letter] as const),
  ),
);

/** Latin letters that together look like one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn|nn/g, "m"],
  [/cl/g, "d"],
];

/** What a name looks like: the same for any two that can be taken for one another. */
function looksOf(name: string): string {
  let looks = [...name.normalize("NFKD")]
    .map((char) => LETTER_OF.get(char) ?? char.toLowerCase())
    .map((char) => LETTER_OF.get(char) ?? char)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
  for (const [pair, one] of PAIRS) looks = looks.replace(pair, one);
  return looks;
}

const OWN_LOOKS: ReadonlySet<string> = new Set(
  SERVICE_LOCAL_PARTS.map(looksOf),
);
/** Words that make no other name of one. */
const TITLES = /\b(?:the|agent|bot|official|service|svc)\b/gi;
/** A number or an exclamation behind a name. */
const TAIL = /[\s\d._!-]+$/;

function passesForServiceAgent(name: string): boolean {
  const bare = name.replace(TITLES, "");
  return [name, bare, bare.replace(TAIL, "")].some((it) =>
    OWN_LOOKS.has(looksOf(it)),
  );
}

/** What labels say of those who are no person (actor.ts), and "You" of the reader. */
const ACTOR_LOOKS: ReadonlySet<string> = new Set(
  ["the service", "the operator", "operator", "a guest", "guest", "you"].map(
    looksOf,
  ),
);
const STARTS = ["an agent of", "the operator, for"].map(looksOf);
/** "Claude on my laptop, for Mira": how an agent is shown to its own account. */
const IN_NAME_OF = /[,،、;·]\s*for\b/;

/** True for a name that would say of a person that an agent or the operator acted. */
function passesForActor(name: string): boolean {
  const looks = looksOf(name);
  const letters = [...name.normalize("NFKC")]
    .map((char) => LETTER_OF.get(char) ?? char.toLowerCase())
    .join("");
  return (
    ACTOR_LOOKS.has(looks) ||
    STARTS.some((it) => looks.startsWith(it)) ||
    IN_NAME_OF.test(letters)
  );
}
