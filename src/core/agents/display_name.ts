import { passesForActor } from "../access/actor_name.ts";
import { SERVICE_LOCAL_PARTS } from "../addresses/reserved_local_parts.ts";
import { LIMITS } from "../base/limits.ts";
import { looksOf } from "../base/look_alike.ts";
import { cleanLine, firstChars, isReadable } from "../base/text.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { ServiceError } from "../errors/errors.ts";

/** The name shown for a deleted account. */
export const DELETED_NAME = "Deleted account";

/** A name as received, and how a refusal refers to it. */
export interface NameGiven {
  readonly name: string;
  /** Its input field. */
  readonly field: "displayName" | "name" | "fromName";
  /** The act that fails, after "Cannot". */
  readonly doing: Sentence;
  /** The account that gets the name: the service's own agents keep theirs. */
  readonly kind: AccountKind;
}

/**
 * Reads a display name: one line with visible text that is no address, no name of the
 * service's own agents and no label of an actor.
 * @throws invalid_input at the field, with `empty`, `address_like` or `reserved`
 */
export function readDisplayName(given: NameGiven): string {
  const line = cleanLine(given.name);
  if (!isReadable(line)) {
    throw wrong(given, "empty", told`has no readable characters`);
  }
  if (given.kind === "service") return line;
  if (line.normalize("NFKC").includes("@")) {
    throw wrong(given, "address_like", told`must not contain @`);
  }
  refuseReserved(given, line);
  return line;
}

/**
 * Reads the name of an access, which is shown before ", for" and the name of its account.
 * @throws invalid_input at the field, with `reserved`
 */
export function readAccessName(given: Omit<NameGiven, "kind">): string {
  const line = cleanLine(given.name);
  refuseReserved(given, line);
  return line;
}

/** Symbols, and characters without a look of their own but the joiners of some scripts. */
const NOT_OF_A_NAME =
  /[\p{So}\p{Sk}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const JOINERS = /[\u200c\u200d]/;

/**
 * The name that the card of another service gives, without marks; undefined if it could be
 * read as an address or as a word of this service.
 */
export function foreignName(name: string): string | undefined {
  const plain = name.replace(NOT_OF_A_NAME, (it) =>
    JOINERS.test(it) ? it : " ",
  );
  const line = firstChars(cleanLine(plain), LIMITS.nameCharsMax);
  const isTaken =
    !isReadable(line) ||
    line.normalize("NFKC").includes("@") ||
    passesFor(line) !== undefined ||
    saysOurWord(line);
  return isTaken ? undefined : line;
}

/** Words and phrases with which pages say something of a person, in their languages. */
const OUR_WORDS: ReadonlySet<string> = new Set(
  [
    ...["you", "verified", "trusted", "official"],
    ...["verifiziert", "geprüft", "vertrauenswürdig", "offiziell"],
  ].map(looksOf),
);
const OUR_PHRASES: readonly string[] = [
  ...["this service", "your contacts", "your agent"],
  ...["dieser Dienst", "Ihren Kontakten", "Ihr Agent"],
].map(looksOf);

function saysOurWord(line: string): boolean {
  const looks = looksOf(line);
  const words = line.normalize("NFKC").split(/[^\p{L}\p{M}\p{N}]+/u);
  return (
    words.some((it) => OUR_WORDS.has(looksOf(it))) ||
    OUR_PHRASES.some((it) => looks.includes(it))
  );
}

/** The name that a display name imitates, after "looks like"; undefined if none of ours. */
export function passesFor(line: string): Sentence | undefined {
  if (imitates(line, PLATFORM_LOOKS))
    return told`a name reserved for the service`;
  if (imitates(line, OWN_LOOKS)) return told`one of the service's own agents`;
  if (passesForActor(line)) return told`a label that the service uses`;
  return undefined;
}

function refuseReserved(given: Omit<NameGiven, "kind">, line: string): void {
  const other = passesFor(line);
  if (other) throw wrong(given, "reserved", told`looks like ${other}`);
}

function wrong(
  { field, doing }: Omit<NameGiven, "kind">,
  code: string,
  words: Sentence,
): ServiceError {
  const detail = told`${field} ${words}`;
  return new ServiceError("invalid_input", {
    detail: told`Cannot ${doing}: ${detail}.`,
    errors: [{ pointer: `/${field}`, code, detail }],
  });
}

/** Names that people take for the service or its operator, in its languages. */
const PLATFORM_NAMES: readonly string[] = [
  DELETED_NAME,
  "Gelöschtes Konto",
  "Geloeschtes Konto",
  "Support",
  "Kundendienst",
  "Kundenservice",
  "Kundensupport",
  "Kundenbetreuung",
  "Customer Care",
  "Customer Service",
  "Help Desk",
  "Admin",
  "Administrator",
  "Administration",
  "Billing",
  "Abrechnung",
  "Moderator",
  "Moderation",
  "Betreiber",
];
const PLATFORM_LOOKS: ReadonlySet<string> = new Set(
  PLATFORM_NAMES.map(looksOf),
);
const OWN_LOOKS: ReadonlySet<string> = new Set(
  SERVICE_LOCAL_PARTS.map(looksOf),
);
/** Words that do not make a name different. */
const TITLES =
  /\b(?:the|agent|bot|official|service|svc|inbox|team|customer|technical|der|die|das|technischer)\b/gi;
/** A number or an exclamation mark after a name. */
const TAIL = /[\s\d._!-]+$/;

/** True for a name that looks like one of these, also between words that add nothing. */
function imitates(name: string, looks: ReadonlySet<string>): boolean {
  const bare = name.replace(TITLES, "");
  return [name, bare, bare.replace(TAIL, "")].some((it) =>
    looks.has(looksOf(it)),
  );
}
