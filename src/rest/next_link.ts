import { pathOf } from "../http/request_info.ts";
import type { Incoming } from "./incoming.ts";

/** `Link` to the next page of a list, with the same query otherwise. */
export function nextLink(
  { nextCursor }: { readonly nextCursor: string | null },
  { request, query }: Incoming,
): Record<string, string> {
  if (nextCursor === null) return {};
  const next = new URLSearchParams({ ...query, cursor: nextCursor });
  return { link: `<${pathOf(request.url)}?${next}>; rel="next"` };
}
