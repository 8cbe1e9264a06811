import type { ViewPlace } from "../shell/views.ts";

/** The address of a conversation within a view and its search. */
export function threadPath(id: string, { view, path }: ViewPlace): string {
  const query = new URLSearchParams(path.split("?")[1]);
  if (view !== "inbox") query.set("in", view);
  return query.size === 0 ? `/c/${id}` : `/c/${id}?${query}`;
}
