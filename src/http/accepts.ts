import Negotiator from "negotiator";

/**
 * The media type that a caller would rather have (RFC 9110, section 12.5.1), of equal
 * ones the first; undefined if it takes none of them.
 */
export function preferredType<T extends string>(
  accept: string | null | undefined,
  types: readonly T[],
): T | undefined {
  const headers = { accept: accept?.replaceAll(CHARSET, "") || undefined };
  const found = new Negotiator({ headers }).mediaType([...types]);
  return types.find((type) => type === found);
}

/** All that is answered is UTF-8: a range is the same with it and without. */
const CHARSET = /;\s*charset\s*=[^;,]*/gi;

/** True for a browser that opens a page, as against a program. */
export function wantsPage({ headers }: Request): boolean {
  const accept = headers.get("accept");
  return preferredType(accept, [PROBLEM, "text/html"]) === "text/html";
}

/** True for a caller that unpacks gzip (RFC 9110, section 12.5.3). */
export function takesGzip({ headers }: Request): boolean {
  const accepted = { "accept-encoding": headers.get("accept-encoding") ?? "" };
  return new Negotiator({ headers: accepted }).encoding(["gzip"]) === "gzip";
}

/** What programs get in place of a page. */
const PROBLEM = "application/problem+json";
