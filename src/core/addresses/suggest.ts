import type { QueryCall } from "../access/context.ts";
import { brokenRule } from "./local_part.ts";
import { isReserved } from "./reserved_local_parts.ts";
import { addressStore } from "./store.ts";

const SUGGESTIONS_MAX = 3;
const BASE_CHARS_MAX = 56;

/** Local-parts near one that cannot be had, all of them free right now. */
export async function suggestLocalParts(
  call: QueryCall,
  localPart: string,
): Promise<string[]> {
  const base = localPart.slice(0, BASE_CHARS_MAX).replace(/[.-]+$/, "");
  const candidates = candidatesOf(base, call.randomBytes(3)).filter(
    (it) => brokenRule(it) === undefined && !isReserved(it),
  );
  const taken = await addressStore(call.db).taken(candidates);
  return candidates.filter((it) => !taken.has(it)).slice(0, SUGGESTIONS_MAX);
}

/** The nicest first; the last ones are there for names that many want. */
function candidatesOf(base: string, random: Uint8Array): string[] {
  return [
    `${base}2`,
    `${base}-mail`,
    `my-${base}`,
    `${base}.inbox`,
    `the-${base}`,
    ...[...random].map((byte) => `${base}-${1000 + byte}`),
  ];
}
