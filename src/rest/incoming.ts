/** What the REST wire takes of a request; Elysia's context has all of it. */
export interface Incoming {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The token that was sent, if one was. */
  readonly bearer: string | undefined;
  readonly requestId: string;
}

/** Date of the newest addition to this API (decisions.md N). */
export const SVC_VERSION = "2026-11-21";

/** The path of a request: never its query, which may hold what is not ours to repeat. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", "https://".length);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}
