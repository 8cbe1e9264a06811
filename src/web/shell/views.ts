import type { Counts } from "../api/queries.ts";
import type { View } from "../api/types.ts";
import type { IconName } from "../ui/icon.tsx";

/** A view of the inbox, as the person finds it. */
export interface ViewPlace {
  readonly view: View;
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** What an empty one says. */
  readonly empty: string;
}

export const NAV_VIEWS: readonly ViewPlace[] = [
  {
    view: "inbox",
    path: "/inbox",
    name: "Inbox",
    icon: "inbox",
    empty: "Nothing here. You have dealt with everything.",
  },
  {
    view: "needs_you",
    path: "/needs-you",
    name: "Needs you",
    icon: "needs",
    empty: "Nothing waits for your decision.",
  },
  {
    view: "sent",
    path: "/sent",
    name: "Sent",
    icon: "sent",
    empty: "You have not sent anything yet.",
  },
  {
    view: "drafts",
    path: "/drafts",
    name: "Drafts",
    icon: "drafts",
    empty: "No drafts. What you write is kept here until it is sent.",
  },
  {
    view: "payments",
    path: "/payments",
    name: "Payments",
    icon: "payments",
    empty: "No conversation has a price yet.",
  },
  {
    view: "archive",
    path: "/archive",
    name: "Archive",
    icon: "archive",
    empty: "Nothing is archived.",
  },
];

const INBOX = NAV_VIEWS[0] as ViewPlace;

/** The view of a path, or of a `?in=` name; the inbox for anything else. */
export function viewPlace(pathOrName: string): ViewPlace {
  const isIt = ({ path, view }: ViewPlace) =>
    path === pathOrName || view === pathOrName;
  return NAV_VIEWS.find(isIt) ?? INBOX;
}

/** What the badge of a view counts: what is unread, what waits, what is unfinished. */
export function badgeOf(counts: Counts | undefined, view: View): number {
  if (!counts) return 0;
  return view === "inbox" ? counts.inbox.unread : counts[view].total;
}
