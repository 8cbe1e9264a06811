const BEARER = /^Bearer +(\S+) *$/i;

/** The token of an Authorization header; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerOf(
  header: string | null | undefined,
): string | undefined {
  return header ? BEARER.exec(header)?.[1] : undefined;
}
