import type { ViewPlace } from "../shell/views.ts";

/** Where a conversation is shown, within a view and what is searched in it. */
export function threadPath(id: string, { view, path }: ViewPlace): string {
  const query = new URLSearchParams(path.split("?")[1]);
  if (view !== "inbox") query.set("in", view);
  return query.size === 0 ? `/c/${id}` : `/c/${id}?${query}`;
}
