/** Where something happened: enough of a request to answer it. */
export interface RequestInfo {
  readonly request: Request;
  readonly requestId: string;
  /** The token that was sent, if one was. */
  readonly bearer?: string | undefined;
}

/** Date of the newest addition to this API (docs/interfaces.md, Versions). */
export const SVC_VERSION = "2026-11-21";

/** The path of a request: never its query, which may hold what is not ours to repeat. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", "https://".length);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}
