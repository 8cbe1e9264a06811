import { sha256 } from "../core/base/digest.ts";

/** True if If-None-Match names the tag (RFC 9110, 13.1.2, weak comparison). */
export function isNoneMatch(header: string, tag: string): boolean {
  if (header === tag || header === "*") return true;
  return header
    .split(",")
    .some((each) => each.trim().replace(/^W\//, "") === tag);
}

/** The tag of a text. */
export function tagOf(text: string): string {
  return `"${sha256(text)}"`;
}

/** An answer with its tag, or 304 to a caller that has it already. */
export function tagged(
  request: Request,
  tag: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>>,
): Response {
  const answer = { headers: { etag: tag, ...headers } };
  return isNoneMatch(request.headers.get("if-none-match") ?? "", tag)
    ? new Response(null, { status: 304, ...answer })
    : new Response(body, answer);
}
