import { lettersOf, looksOf } from "../base/look_alike.ts";
import type { Say } from "../base/words/say.ts";

/**
 * The labels of actors that are not a person (actor.ts), and the reader's "You", in each
 * language.
 */
const ACTOR_LOOKS: ReadonlySet<string> = new Set(
  [
    ...["the service", "the operator", "operator", "a guest", "guest", "you"],
    ...["Dienst", "der Dienst", "Betreiber", "der Betreiber", "ein Gast"],
  ].map(looksOf),
);
const STARTS = [
  ...["an agent of", "the operator, for"],
  ...["Agent von", "ein Agent von", "Betreiber, für"],
].map(looksOf);
/** "Claude on my laptop, for Mira" to its own account; "Mira's agent" to others. */
const SAYS_WHOSE =
  /[,،、;·]\s*(?:for\b|für(?!\p{L}))|(?:['’‘ʼ′`]|\u0301)\s*s?\s*agent(?!\p{L})/u;
const MARKS = /[,،、;·'’‘ʼ′`]|\u0301/u;

/** True for a name that would make a person look like an agent or the operator. */
export function passesForActor(name: string, looks = looksOf(name)): boolean {
  return (
    ACTOR_LOOKS.has(looks) ||
    STARTS.some((it) => looks.startsWith(it)) ||
    // Most names have no such mark, and need no second check.
    (MARKS.test(name.normalize("NFKC")) && SAYS_WHOSE.test(lettersOf(name)))
  );
}

/** Anywhere in the name of an agent: "operator on duty, for Mira" is not the operator. */
const SPEAKS_OF = ["operator", "the service", "Betreiber", "der Dienst"].map(
  looksOf,
);

/** An agent's name in a label, before ", for Mira": never one that the service uses itself. */
export function calledOf(name: string, say: Say): string {
  return speaksOfActor(name)
    ? say`a program called “${name.replace(/[“”]/g, "")}”`
    : name;
}

function speaksOfActor(name: string): boolean {
  const looks = looksOf(name);
  return (
    passesForActor(name, looks) || SPEAKS_OF.some((it) => looks.includes(it))
  );
}
