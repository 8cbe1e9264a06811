import { BoundedCache } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { lettersOf, looksOf } from "../base/look_alike.ts";

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
export function passesForActor(name: string, looks = looksOf(name)): boolean {
  return (
    ACTOR_LOOKS.has(looks) ||
    STARTS.some((it) => looks.startsWith(it)) ||
    IN_NAME_OF.test(lettersOf(name))
  );
}

/** Anywhere in the name of an agent: "operator on duty, for Mira" is no operator. */
const SPEAKS_OF = ["operator", "the service"].map(looksOf);

// The same few names are in every answer about what their agents did.
const called = new BoundedCache<string, string>(LIMITS.calledNamesMax);

/** What an agent is called in a label, before ", for Mira": never what the service says. */
export function calledOf(name: string): string {
  const known = called.get(name);
  if (known !== undefined) return known;
  const made = callIt(name);
  called.set(name, made);
  return made;
}

function callIt(name: string): string {
  const looks = looksOf(name);
  const passes =
    passesForActor(name, looks) || SPEAKS_OF.some((it) => looks.includes(it));
  return passes ? `a program called “${name.replace(/[“”]/g, "")}”` : name;
}
