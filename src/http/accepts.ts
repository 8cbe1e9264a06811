import Negotiator from "negotiator";
import type { Language } from "../core/base/words/languages.ts";
import { languageOf, USUAL_LANGUAGE } from "../core/base/words/languages.ts";

/**
 * The media type that a caller prefers (RFC 9110, section 12.5.1), the first of
 * equal ones; undefined if none is acceptable.
 */
export function preferredType<T extends string>(
  accept: string | null | undefined,
  types: readonly T[],
): T | undefined {
  const headers = { accept: accept?.replaceAll(CHARSET, "") || undefined };
  const found = new Negotiator({ headers }).mediaType([...types]);
  return types.find((type) => type === found);
}

/** Every answer is UTF-8, so a range's charset makes no difference. */
const CHARSET = /;\s*charset\s*=[^;,]*/gi;

/** Which of our languages a caller prefers (RFC 9110, section 12.5.4); English by default. */
export function preferredLanguage(asked: string | null | undefined): Language {
  if (!asked || asked === USUAL_LANGUAGE) return USUAL_LANGUAGE;
  const headers = { "accept-language": asked };
  // In order of preference: de-AT is German, and en-US English.
  for (const tag of new Negotiator({ headers }).languages()) {
    const [primary] = tag.toLowerCase().split("-");
    const found = primary === "*" ? USUAL_LANGUAGE : languageOf(primary);
    if (found) return found;
  }
  return USUAL_LANGUAGE;
}

/** True for a browser that opens a page, false for a program. */
export function wantsPage({ headers }: Request): boolean {
  const accept = headers.get("accept");
  return preferredType(accept, [PROBLEM, "text/html"]) === "text/html";
}

/** True for a caller that accepts gzip (RFC 9110, section 12.5.3). */
export function takesGzip({ headers }: Request): boolean {
  const accepted = { "accept-encoding": headers.get("accept-encoding") ?? "" };
  return new Negotiator({ headers: accepted }).encoding(["gzip"]) === "gzip";
}

/** The compressions for JSON, the cheaper one first. */
const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Finds a coding in a list of names. */
const NAMED = {
  zstd: /(?:^|[\s,])zstd(?:[\s,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?:[\s,]|$)/i,
} as const satisfies Record<Coding, RegExp>;

/** The coding for JSON to a caller (RFC 9110, section 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined;
  // Without weights all named codings are equal, as with most callers.
  if (!/[;*]/.test(accepted)) {
    return CODINGS.find((it) => NAMED[it].test(accepted));
  }
  const headers = { "accept-encoding": accepted };
  const best = new Negotiator({ headers }).encoding([...CODINGS, "identity"]);
  return CODINGS.find((it) => it === best);
}

/** The media type that programs get instead of a page. */
const PROBLEM = "application/problem+json";
