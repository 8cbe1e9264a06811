import { useLocation, useSearch } from "wouter";
import type { ViewPlace } from "../shell/views.ts";
import { ONLY } from "../shell/views.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** Limits a search, which looks everywhere, to its view; or widens it. */
export function SearchScope({
  place: { name, icon, isEverywhere = false },
}: {
  place: ViewPlace;
}) {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const turn = () => {
    if (isEverywhere) query.set(ONLY, "1");
    else query.delete(ONLY);
    navigate(`${path}?${query}`, { replace: true });
  };
  return (
    <div className="flex shrink-0 border-faint border-b px-3 py-2 max-md:py-0.5">
      <button
        type="button"
        aria-pressed={!isEverywhere}
        className="flex min-w-0 items-center max-md:min-h-11"
        onClick={turn}
      >
        <span
          className={`flex h-6 min-w-0 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs ${isEverywhere ? "border-edge text-soft hover:bg-hover" : "border-transparent bg-accent-back text-accent"}`}
        >
          <Icon name={isEverywhere ? icon : "check"} />
          <span className="truncate">{t`In ${name}`}</span>
        </span>
      </button>
    </div>
  );
}
