import type { Counts } from "../api/queries.ts";
import type { Section, View } from "../api/types.ts";
import type { Choice } from "../ui/choice.ts";
import type { IconName } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** A view of the inbox, or everything with a label. */
export interface ViewPlace {
  readonly view: View | "labels" | "imported" | "mine" | "unassigned";
  readonly label?: string;
  /** The section of needs_you that is shown alone. */
  readonly section?: Section;
  /** True while a search looks in every view. */
  readonly isEverywhere?: boolean;
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** The text if it is empty. */
  readonly empty: string;
  /** The act that it then offers. */
  readonly act?: { readonly label: string; readonly href: string };
}

const WRITE = { label: t`New request`, href: "/compose" };
const TO_INBOX = { label: t`Go to the inbox`, href: "/inbox" };

/** A place of the navigation. */
interface NavPlace extends ViewPlace {
  readonly view: View;
  /** A short name, where there is little room. */
  readonly short?: string;
  /** True if it has its own page, with the list beside its conversations. */
  readonly isPage?: boolean;
}

export const NAV_VIEWS: readonly NavPlace[] = [
  {
    view: "needs_you",
    path: "/needs-you",
    name: t`Needs you`,
    icon: "needs",
    empty: t`Nothing needs your decision.`,
    act: TO_INBOX,
  },
  {
    view: "inbox",
    path: "/inbox",
    name: t`Inbox`,
    icon: "inbox",
    empty: t`You're all caught up.`,
    act: WRITE,
  },
  {
    view: "requests",
    path: "/requests",
    name: t`Requests`,
    icon: "requests",
    empty: t`No requests from new people.`,
    act: { label: t`Show my addresses`, href: "/settings/addresses" },
  },
  {
    view: "waiting",
    path: "/waiting",
    name: t`Waiting on others`,
    short: t`Waiting`,
    icon: "clock",
    empty: t`You're not waiting on anyone.`,
    act: WRITE,
  },
  {
    view: "sent",
    path: "/sent",
    name: t`Sent`,
    icon: "sent",
    empty: t`You haven't sent anything yet.`,
    act: WRITE,
  },
  {
    view: "snoozed",
    path: "/snoozed",
    name: t`Snoozed`,
    icon: "snoozed",
    empty: t`Nothing snoozed.`,
    act: TO_INBOX,
  },
  {
    view: "drafts",
    path: "/drafts",
    name: t`Drafts`,
    icon: "file",
    empty: t`No drafts. Anything you haven't sent is saved here.`,
    act: WRITE,
  },
  {
    view: "payments",
    path: "/payments",
    name: t`Payments`,
    icon: "payments",
    isPage: true,
    empty: t`No payments yet.`,
  },
  {
    view: "archive",
    path: "/archive",
    name: t`Archived`,
    icon: "archive",
    empty: t`Nothing archived.`,
    act: TO_INBOX,
  },
];

const INBOX = NAV_VIEWS.find(({ view }) => view === "inbox") as ViewPlace;

/** The number of views in a phone's row; the others are in the account's menu. */
const AT_HAND = 5;
export const AT_HAND_VIEWS = NAV_VIEWS.slice(0, AT_HAND);
const OTHER_VIEWS = NAV_VIEWS.slice(AT_HAND);

/** The part of an address that limits a search to its view. */
export const ONLY = "only";

/** The path of the lists by label. */
export const LABELS_PATH = "/labels";

/** The parts of a team's inbox, by who is on a conversation. */
export const TEAM_PLACES: readonly ViewPlace[] = [
  {
    view: "mine",
    path: "/mine",
    name: t`Assigned to me`,
    icon: "person",
    empty: t`Nothing is assigned to you.`,
    act: TO_INBOX,
  },
  {
    view: "unassigned",
    path: "/unassigned",
    name: t`Unassigned`,
    icon: "inbox",
    empty: t`Everything in the inbox is assigned.`,
    act: TO_INBOX,
  },
];

/** The operator's imports from other services, which the settings link to if there are any. */
export const IMPORTED: ViewPlace = {
  view: "imported",
  path: "/imported",
  name: t`Imported`,
  icon: "archive",
  empty: t`Nothing imported.`,
  act: TO_INBOX,
};

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
  const place = [...NAV_VIEWS, ...TEAM_PLACES, IMPORTED].find(isIt) ?? INBOX;
  const section = SECTION_TABS.find(
    (it) => it.section === query.get("section"),
  );
  return place.view === "needs_you" && section
    ? { ...place, section: section.section, path: sectionPath(section) }
    : place;
}

/** The sections of the needs-you view. */
export const SECTION_TABS: readonly {
  readonly section: Section;
  readonly name: string;
}[] = [
  { section: "money", name: t`Money` },
  { section: "approvals", name: t`Approvals` },
  { section: "replies", name: t`Replies` },
];

/** The path of a section of the needs-you view. */
export function sectionPath({
  section,
}: {
  readonly section: Section;
}): string {
  return `/needs-you?${new URLSearchParams({ section })}`;
}

/** Everything with a label. */
export function labelPlace(label: string): ViewPlace {
  return {
    view: "labels",
    label,
    path: `${LABELS_PATH}?${new URLSearchParams({ label })}`,
    name: label,
    icon: "label",
    empty: t`No conversations with this label.`,
    act: TO_INBOX,
  };
}

/** The places without room in a phone's row: the other views, and the labels. */
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

/** The number on a view's badge; only if something is to be done. */
export function badgeOf(counts: Counts | undefined, view: View): number {
  if (view === "inbox") return counts?.inbox.unread ?? 0;
  return view === "needs_you" ? (counts?.needs_you.total ?? 0) : 0;
}

const COUNT_MAX = 99;

/** A count as a badge shows it. */
export function countText(count: number): string {
  return count > COUNT_MAX ? `${COUNT_MAX}+` : String(count);
}
