import { useEffect, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { useAccount, useCounts } from "../api/queries.ts";
import type { IconName } from "../ui/icon.tsx";
import { Icon } from "../ui/icon.tsx";
import { badgeOf, VIEWS, viewPlace } from "./views.ts";

/** The views with their counts, and the way to everything else. */
export function Nav({ onHelp }: { onHelp: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const { data: counts } = useCounts();
  const here = path.startsWith("/c/")
    ? viewPlace(new URLSearchParams(search).get("in") ?? "").path
    : path;
  const views = useRef<HTMLElement>(null);
  // On a narrow screen the views scroll: where one is must be in sight, also once
  // a count has moved it.
  const badges = JSON.stringify(counts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moves the place
  useEffect(() => {
    views.current
      ?.querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [here, badges]);
  return (
    <header className="flex shrink-0 flex-col gap-1 border-line border-b bg-page md:w-56 md:border-r md:border-b-0 md:p-3">
      <Identity />
      <Link
        href="/compose"
        // On a narrow screen it floats over lists alone: elsewhere it would hide things.
        className={`btn btn-main z-30 max-md:fixed max-md:right-4 max-md:bottom-4 max-md:shadow-lg md:mb-2 ${VIEWS.some((it) => it.path === path) ? "" : "max-md:hidden"}`}
      >
        <Icon name="write" /> New request
      </Link>
      <nav
        ref={views}
        aria-label="Views"
        className="flex gap-1 overflow-x-auto px-2 pb-1 md:flex-col md:overflow-visible md:px-0"
      >
        {VIEWS.map(({ view, path: to, name, icon }) => (
          <Item
            key={view}
            to={to}
            name={name}
            icon={icon}
            isHere={here === to}
            count={badgeOf(counts, view)}
            counts={view === "inbox" ? "unread" : "in all"}
            isStrong={view === "inbox" || view === "needs_you"}
          />
        ))}
        <Item
          to="/settings"
          name="Settings"
          icon="settings"
          isHere={here.startsWith("/settings")}
        />
      </nav>
      <button
        type="button"
        className="btn btn-quiet mt-auto hidden justify-start px-2.5 text-sm md:flex"
        onClick={onHelp}
      >
        <Icon name="keyboard" /> Shortcuts
      </button>
    </header>
  );
}

function Identity() {
  const { data } = useAccount();
  const name = data?.account.displayName;
  return (
    <div className="hidden min-w-0 px-2 pt-1 pb-3 md:block">
      <p className="truncate font-semibold">
        <bdi>{name ?? "Your inbox"}</bdi>
      </p>
      <p className="hint truncate" title={data?.address?.address}>
        {data && (data.address?.address ?? "No address yet")}
      </p>
    </div>
  );
}

function Item({
  to,
  name,
  icon,
  isHere,
  count = 0,
  counts = "",
  isStrong = false,
}: {
  to: string;
  name: string;
  icon: IconName;
  isHere: boolean;
  count?: number;
  counts?: string;
  isStrong?: boolean;
}) {
  return (
    <Link
      href={to}
      aria-current={isHere ? "page" : undefined}
      className={`relative flex min-h-10 shrink-0 items-center gap-2.5 rounded-lg px-2.5 hover:bg-chosen ${isHere ? "bg-chosen font-semibold text-accent" : "text-ink"}`}
    >
      <span className="max-md:hidden">
        <Icon name={icon} />
      </span>
      <span>{name}</span>
      {count > 0 && (
        <span
          className={`ml-auto rounded-full px-2 text-sm tabular-nums ${isStrong ? "bg-accent text-on-accent" : "text-soft"}`}
        >
          {count}
          <span className="sr-only"> {counts}</span>
        </span>
      )}
    </Link>
  );
}
