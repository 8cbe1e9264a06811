import { Link, useLocation, useSearch } from "wouter";
import { useAccount, useCounts, useLabels } from "../api/queries.ts";
import type { IconName } from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Choice } from "../ui/menu.tsx";
import { Menu } from "../ui/menu.tsx";
import { Toaster } from "./toaster.tsx";
import { badgeOf, labelPlace, NAV_VIEWS, viewPlace } from "./views.ts";

/** So many views fit side by side on a telephone; the others are under "More". */
const AT_HAND = 4;

/** The views with their counts, and the way to everything else: beside the page, or below it. */
export function Nav({ onHelp }: { onHelp: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const isThread = path.startsWith("/c/");
  const place = viewPlace(isThread ? (query.get("in") ?? "") : path, query);
  const here = isThread || place.label !== undefined ? place.path : path;
  const isList = NAV_VIEWS.some((it) => it.path === path);
  return (
    <header className="relative flex shrink-0 flex-col gap-1 border-line bg-page max-md:order-last max-md:border-t md:w-56 md:overflow-y-auto md:border-r md:p-3">
      <Identity />
      <Link
        href="/compose"
        // On a narrow screen it floats over lists alone: elsewhere it would hide things.
        className={`btn btn-main z-30 max-md:absolute max-md:right-4 max-md:bottom-full max-md:mb-3 max-md:shadow-lg md:mb-2 ${isList ? "" : "max-md:hidden"}`}
      >
        <Icon name="write" /> <span className="short:sr-only">New request</span>
      </Link>
      <Views here={here} onHelp={onHelp} />
      <Toaster />
      <button
        type="button"
        className="btn btn-quiet hidden shrink-0 justify-start px-2.5 text-sm md:flex"
        onClick={onHelp}
      >
        <Icon name="keyboard" /> Shortcuts
      </button>
    </header>
  );
}

function Views({ here, onHelp }: { here: string; onHelp: () => void }) {
  const { data: counts } = useCounts();
  const labels = useLabels().data?.labels ?? [];
  const places = labels.map(({ name }) => labelPlace(name));
  const isAtSettings = here.startsWith("/settings");
  const rest = [...NAV_VIEWS.slice(AT_HAND), ...places].map(
    ({ name, icon, path }): Choice => ({
      label: name,
      icon,
      href: path,
      isHere: here === path,
    }),
  );
  const more: readonly Choice[] = [
    ...rest,
    {
      label: "Settings",
      icon: "settings",
      href: "/settings",
      isHere: isAtSettings,
    },
    { label: "Keyboard shortcuts", icon: "keyboard", does: onHelp },
  ];
  const isInMore = more.some(({ isHere }) => isHere);
  return (
    <nav
      aria-label="Views"
      className="flex gap-1 max-md:order-last max-md:p-1 md:flex-col"
    >
      {NAV_VIEWS.map(({ view, path, name, icon }, index) => (
        <Item
          key={view}
          to={path}
          name={name}
          icon={icon}
          isHere={here === path}
          isAtHand={index < AT_HAND}
          count={badgeOf(counts, view)}
          counts={view === "inbox" ? "unread" : "in all"}
          isStrong={view === "inbox" || view === "needs_you"}
        />
      ))}
      <Item
        to="/settings"
        name="Settings"
        icon="settings"
        isHere={isAtSettings}
        isAtHand={false}
      />
      {places.length > 0 && (
        <h2 className="hint px-2.5 pt-3 max-md:hidden">Labels</h2>
      )}
      {places.map(({ path, name, icon }) => (
        <Item
          key={path}
          to={path}
          name={name}
          icon={icon}
          isHere={here === path}
          isAtHand={false}
        />
      ))}
      <Menu label="More" look={`md:hidden ${lookOf(isInMore)}`} choices={more}>
        <Icon name="more" />
        More
      </Menu>
    </nav>
  );
}

function Identity() {
  const { data } = useAccount();
  const name = data?.account.displayName;
  return (
    <div className="hidden min-w-0 shrink-0 px-2 pt-1 pb-3 md:block">
      <p className="truncate font-semibold">
        <bdi>{name ?? "Your inbox"}</bdi>
      </p>
      <p className="hint truncate" title={data?.address?.address}>
        {data && (data.address?.address ?? "No address yet")}
      </p>
    </div>
  );
}

/** A place in the row below the page, or in the column beside it. */
function lookOf(isHere: boolean): string {
  return `relative flex items-center rounded-lg hover:bg-chosen max-md:min-h-12 max-md:min-w-0 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:whitespace-nowrap max-md:text-xs md:min-h-10 md:shrink-0 md:gap-2.5 md:px-2.5 ${isHere ? "bg-chosen font-semibold text-accent" : "text-ink"}`;
}

function Item({
  to,
  name,
  icon,
  isHere,
  isAtHand,
  count = 0,
  counts = "",
  isStrong = false,
}: {
  to: string;
  name: string;
  icon: IconName;
  isHere: boolean;
  isAtHand: boolean;
  count?: number;
  counts?: string;
  isStrong?: boolean;
}) {
  return (
    <Link
      href={to}
      aria-current={isHere ? "page" : undefined}
      className={`${lookOf(isHere)} ${isAtHand ? "" : "max-md:hidden"}`}
    >
      <Icon name={icon} />
      <span className="min-w-0 truncate">
        <bdi>{name}</bdi>
      </span>
      {count > 0 && (
        <span
          className={`rounded-full tabular-nums max-md:absolute max-md:top-0 max-md:left-1/2 max-md:ml-2 max-md:px-1.5 md:ml-auto md:px-2 md:text-sm ${isStrong ? "bg-accent text-on-accent" : "text-soft"}`}
        >
          {count}
          <span className="sr-only"> {counts}</span>
        </span>
      )}
    </Link>
  );
}
