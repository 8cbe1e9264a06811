import Negotiator from "negotiator";

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

/** What programs get in place of a page. */
const PROBLEM = "application/problem+json";
