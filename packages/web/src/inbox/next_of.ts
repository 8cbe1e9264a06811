import type { QueryClient } from "@tanstack/react-query";
import type { Lists } from "../api/lists.ts";
import type { ViewPlace } from "../shell/views.ts";
import { threadPath } from "./thread_path.ts";
import { listKey } from "./use_list.ts";

/** Where to go after a conversation of a list is done: to the next, or back. */
export function nextPath(
  client: QueryClient,
  place: ViewPlace,
  id: string,
): string {
  const q = new URLSearchParams(place.path.split("?")[1]).get("q") ?? "";
  const list = client.getQueryData<Lists>(listKey(place, q));
  const items = list?.pages.flatMap(({ conversations }) => conversations) ?? [];
  const at = items.findIndex((it) => it.id === id);
  const next = at < 0 ? undefined : (items[at + 1] ?? items[at - 1]);
  return next && next.state !== "draft"
    ? threadPath(next.id, place)
    : place.path;
}
