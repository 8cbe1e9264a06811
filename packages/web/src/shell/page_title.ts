import { useEffect } from "react";
import { useCounts } from "../api/queries.ts";
import { countText } from "./views.ts";

const ICON = "/icon.svg";
const UNREAD_ICON = "/icon_unread.svg";

/** Sets the tab's title to the page's name with the number of unread; undefined leaves it. */
export function usePageTitle(name: string | undefined): void {
  const unread = useCounts().data?.inbox.unread ?? 0;
  useEffect(() => {
    if (name === undefined) return;
    const count = unread > 0 ? `(${countText(unread)}) ` : "";
    document.title = `${count}${name} · Conversation inbox`;
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", unread > 0 ? UNREAD_ICON : ICON);
  }, [name, unread]);
}
