import Negotiator from "negotiator";
import type { Language } from "../core/base/words/languages.ts";
import { languageOf, USUAL_LANGUAGE } from "../core/base/words/languages.ts";

/**
 * The media type that a caller prefers (RFC 9110, section 12.5.1), the first of equal
 * ones; undefined if the caller takes none of them.
 */
export function preferredType<T extends string>(
  accept: string | null | undefined,
  types: readonly T[],
): T | undefined {
  const headers = { accept: accept?.replaceAll(CHARSET, "") || undefined };
  const found = new Negotiator({ headers }).mediaType([...types]);
  return types.find((type) => type === found);
}

/** Every answer is UTF-8, so the charset of a range makes no difference. */
const CHARSET = /;\s*charset\s*=[^;,]*/gi;

/** The language that a caller prefers of ours (RFC 9110, section 12.5.4); English of none. */
export function preferredLanguage(asked: string | null | undefined): Language {
  if (!asked || asked === USUAL_LANGUAGE) return USUAL_LANGUAGE;
  const headers = { "accept-language": asked };
  // By what is asked for, the dearest first: de-AT is German, and en-US English.
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

/** True for a caller that unpacks gzip (RFC 9110, section 12.5.3). */
export function takesGzip({ headers }: Request): boolean {
  const accepted = { "accept-encoding": headers.get("accept-encoding") ?? "" };
  return new Negotiator({ headers: accepted }).encoding(["gzip"]) === "gzip";
}

/** How JSON is compressed, the cheaper one first. */
const CODINGS = ["zstd", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Finds a coding in a list of names. */
const NAMED = {
  zstd: /(?:^|[\s,])zstd(?:[\s,]|$)/i,
  gzip: /(?:^|[\s,])gzip(?:[\s,]|$)/i,
} as const satisfies Record<Coding, RegExp>;

/** The coding in which a caller is sent JSON (RFC 9110, section 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined;
  // Without weights all that is named is equally welcome, as with most callers.
  if (!/[;*]/.test(accepted)) {
    return CODINGS.find((it) => NAMED[it].test(accepted));
  }
  const headers = { "accept-encoding": accepted };
  const best = new Negotiator({ headers }).encoding([...CODINGS, "identity"]);
  return CODINGS.find((it) => it === best);
}

/** The media type that programs get in place of a page. */
const PROBLEM = "application/problem+json";
