import { Link, useLocation, useSearch } from "wouter";
import { placeIn } from "../api/acting_as.ts";
import { useAccount, useCounts, useLabels } from "../api/queries.ts";
import { goToSheet, useSheet } from "../compose/sheet/sheet.ts";
import { Icon } from "../ui/icon.tsx";
import { Key, MOD_KEY } from "../ui/key.tsx";
import { t } from "../ui/t.ts";
import { AccountMenu } from "./account_menu.tsx";
import { NavItem } from "./nav_item.tsx";
import { showOverlay } from "./overlay.ts";
import { Toaster } from "./toaster.tsx";
import {
  AT_HAND_VIEWS,
  badgeOf,
  labelPlace,
  NAV_VIEWS,
  TEAM_PLACES,
  viewPlace,
} from "./views.ts";

/** The views with their counts, and the way to everything else: beside the page, or below it. */
export function Nav() {
  const [path] = useLocation();
  const here = useHere();
  const isList = NAV_VIEWS.some((it) => it.path === path && !it.isPage);
  const sheet = useSheet();
  const isCovered = sheet?.isSmall === false;
  return (
    <header
      className={`relative flex shrink-0 flex-col border-line bg-side max-md:order-last md:w-54 md:overflow-y-auto md:border-r md:p-2 ${isCovered ? "" : "max-md:border-t"}`}
    >
      <div className="mb-2 flex max-md:hidden">
        <AccountMenu />
      </div>
      <Link
        href="/compose"
        aria-keyshortcuts="c"
        // On a narrow screen it floats only over lists: elsewhere it would cover content.
        className={`btn btn-main z-30 max-md:absolute max-md:right-4 max-md:bottom-full max-md:mb-3 max-md:shadow-float md:mb-2 md:justify-start md:px-2 ${isList && !sheet ? "" : "max-md:hidden"}`}
        onClick={(event) => {
          const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
          if (!sheet || isOther) return;
          event.preventDefault();
          goToSheet();
        }}
      >
        <Icon name="write" />
        <span className="short:sr-only">{t`New request`}</span>
        <Key name="C" look="key-on-accent" />
      </Link>
      <Views here={here} isCovered={isCovered} />
      <TeamViews here={here} />
      <Labels here={here} />
      <div className="md:grow" />
      <Toaster />
      <div className="flex flex-col gap-px pt-2 max-md:hidden">
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          className="flex h-7.5 items-center gap-2.25 rounded-md px-2 text-left font-medium text-soft hover:bg-hover"
          onClick={() => showOverlay("palette")}
        >
          <Icon name="search" /> {t`Search or jump`}
          <Key name={`${MOD_KEY}K`} />
        </button>
        <NavItem
          to="/settings"
          name={t`Settings`}
          icon="settings"
          isHere={here.startsWith("/settings")}
        />
      </div>
    </header>
  );
}

/** The current place in the navigation; for a thread, the list beside it. */
function useHere(): string {
  const [path] = useLocation();
  const query = new URLSearchParams(useSearch());
  const isThread = path.startsWith("/c/");
  const place = viewPlace(isThread ? (query.get("in") ?? "") : path, query);
  if (place.label !== undefined) return place.path;
  return isThread ? (place.path.split("?")[0] ?? "") : path;
}

function Views({ here, isCovered }: { here: string; isCovered: boolean }) {
  const { data: counts } = useCounts();
  return (
    <nav
      aria-label={t`Views`}
      className={`flex max-md:order-last max-md:px-1 md:flex-col md:gap-px ${isCovered ? "max-md:hidden" : ""}`}
    >
      {NAV_VIEWS.map((place) => (
        <NavItem
          key={place.view}
          to={place.path}
          name={place.name}
          {...(place.short !== undefined && { short: place.short })}
          icon={place.icon}
          isHere={here === place.path || here.startsWith(`${place.path}/`)}
          isAtHand={AT_HAND_VIEWS.includes(place)}
          count={badgeOf(counts, place.view)}
          counts={place.view === "inbox" ? t`unread` : t`total`}
        />
      ))}
    </nav>
  );
}

/** In a team's inbox, who is on its conversations. */
function TeamViews({ here }: { here: string }) {
  if (!placeIn(useAccount().data)) return null;
  return (
    <nav aria-label={t`Team`} className="flex flex-col gap-px max-md:hidden">
      <h2 className="px-2 pt-3.5 pb-1 font-semibold text-2xs text-quiet">{t`Team`}</h2>
      {TEAM_PLACES.map(({ view, path, name, icon }) => (
        <NavItem
          key={view}
          to={path}
          name={name}
          icon={icon}
          isHere={here === path}
        />
      ))}
    </nav>
  );
}

function Labels({ here }: { here: string }) {
  const labels = useLabels().data?.labels ?? [];
  if (labels.length === 0) return null;
  return (
    <nav aria-label={t`Labels`} className="flex flex-col gap-px max-md:hidden">
      <h2 className="px-2 pt-3.5 pb-1 font-semibold text-2xs text-quiet">{t`Labels`}</h2>
      {labels.map(({ name }) => {
        const { path } = labelPlace(name);
        return (
          <NavItem
            key={name}
            to={path}
            name={name}
            labelOf={name}
            isHere={here === path}
          />
        );
      })}
    </nav>
  );
}
