import type { Counts } from "../api/queries.ts";
import type { View } from "../api/types.ts";
import type { Choice } from "../ui/choice.ts";
import type { IconName } from "../ui/icon.tsx";

/** A view of the inbox, or all that has a label, as the person finds it. */
export interface ViewPlace {
  readonly view: View | "labels";
  readonly label?: string;
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** What an empty one says. */
  readonly empty: string;
}

/** A place of the navigation. */
interface NavPlace extends ViewPlace {
  readonly view: View;
}

export const NAV_VIEWS: readonly NavPlace[] = [
  {
    view: "needs_you",
    path: "/needs-you",
    name: "Needs you",
    icon: "needs",
    empty: "Nothing waits for your decision.",
  },
  {
    view: "inbox",
    path: "/inbox",
    name: "Inbox",
    icon: "inbox",
    empty: "Nothing here. You have dealt with everything.",
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
    icon: "file",
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

const INBOX = NAV_VIEWS.find(({ view }) => view === "inbox") as ViewPlace;

/** So many views are at hand on a telephone; the others are in the account's menu. */
const AT_HAND = 5;
export const AT_HAND_VIEWS = NAV_VIEWS.slice(0, AT_HAND);
const OTHER_VIEWS = NAV_VIEWS.slice(AT_HAND);

/** Where all that has a label is listed. */
export const LABELS_PATH = "/labels";

/** The view of a path, or of a `?in=` name; the inbox for anything else. */
export function viewPlace(
  pathOrName: string,
  query: URLSearchParams,
): ViewPlace {
  const label = query.get("label");
  const isLabels = pathOrName === LABELS_PATH || pathOrName === "labels";
  if (isLabels && label) return labelPlace(label);
  const isIt = ({ path, view }: ViewPlace) =>
    path === pathOrName || view === pathOrName;
  return NAV_VIEWS.find(isIt) ?? INBOX;
}

/** Everything that has a label. */
export function labelPlace(label: string): ViewPlace {
  return {
    view: "labels",
    label,
    path: `${LABELS_PATH}?${new URLSearchParams({ label })}`,
    name: label,
    icon: "label",
    empty: "Nothing has this label.",
  };
}

/** What a telephone has no row for: the other views, and the labels. */
export function otherPlaces(
  labels: readonly { readonly name: string }[],
  here: string,
): readonly Choice[] {
  const places = [
    ...OTHER_VIEWS,
    ...labels.map(({ name }) => labelPlace(name)),
  ];
  return places.map(({ name, icon, path }) => ({
    label: name,
    icon,
    href: path,
    isHere: path === here,
  }));
}

/** What the badge of a view counts: what is unread, what waits, what is unfinished. */
export function badgeOf(counts: Counts | undefined, view: View): number {
  if (!counts) return 0;
  return view === "inbox" ? counts.inbox.unread : counts[view].total;
}
