import type { QueryCall } from "../access/context.ts";
import { brokenRule } from "./local_part.ts";
import { isReserved } from "./reserved_local_parts.ts";
import { addressStore } from "./store.ts";

const SUGGESTIONS_MAX = 3;
const BASE_CHARS_MAX = 56;
/** The base of suggestions for a name without Latin letters, or one of the platform's. */
const NAMELESS = "inbox";

/** Free local-parts similar to a taken one. */
export async function suggestLocalParts(
  call: QueryCall,
  localPart: string,
): Promise<string[]> {
  return await freeAmong(call, nearby(call, localPart));
}

/** Free local-parts for a name. */
export async function suggestForName(
  call: QueryCall,
  name: string,
): Promise<string[]> {
  const named = namedLocalParts(name).map((it) => it.slice(0, BASE_CHARS_MAX));
  const [base = NAMELESS] = named;
  return await freeAmong(call, [...named, ...nearby(call, base)]);
}

async function freeAmong(
  call: QueryCall,
  candidates: readonly string[],
): Promise<string[]> {
  const allowed = candidates.filter(
    (it) => brokenRule(it) === undefined && !isReserved(it),
  );
  const taken = await addressStore(call.db).taken(allowed);
  return [...new Set(allowed)]
    .filter((it) => !taken.has(it))
    .slice(0, SUGGESTIONS_MAX);
}

/** True for a name that contains a reserved one: "admin2" would pass for the platform. */
function holdsReserved(localPart: string): boolean {
  return [localPart, ...localPart.split(/[.-]/)].some((it) =>
    isReserved(it.replace(/\d+$/, "")),
  );
}

/** The nicest first; the last ones are for common names. */
function nearby(call: QueryCall, localPart: string): string[] {
  const near = localPart.slice(0, BASE_CHARS_MAX).replace(/[.-]+$/, "");
  const base = holdsReserved(near) ? NAMELESS : near;
  return [
    `${base}2`,
    `${base}-mail`,
    `my-${base}`,
    `${base}.inbox`,
    `the-${base}`,
    ...[...call.randomBytes(3)].map((byte) => `${base}-${1000 + byte}`),
  ];
}

/** A name's words as parts of a local-part: small Latin letters and digits. */
function namedLocalParts(name: string): readonly string[] {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const [first = "", ...others] = words;
  const last = others.at(-1);
  const reserved = words.filter(holdsReserved);
  const named =
    last === undefined
      ? [first]
      : [
          `${first}.${last}`,
          first,
          `${first}${last}`,
          `${first.charAt(0)}.${last}`,
          `${first}-${last}`,
        ];
  return named.filter((it) => it && !reserved.some((of) => it.includes(of)));
}
