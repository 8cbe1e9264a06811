import { Link, useLocation, useSearch } from "wouter";
import { FirstSteps } from "../first/first_steps.tsx";
import type { ViewPlace } from "../shell/views.ts";
import { t } from "../ui/t.ts";
import { forget } from "./search_field.tsx";

/** Views that a new person opens first. */
const WELCOMING: readonly string[] = ["needs_you", "inbox"];

/** The text of an empty list, and the one thing to do. */
export function EmptyList({
  place: { view, name, empty, act, isEverywhere },
  q,
}: {
  place: ViewPlace;
  q: string;
}) {
  return (
    <div className="p-8 text-center text-soft">
      <p role="status">
        {q === ""
          ? empty
          : isEverywhere
            ? t`No results for “${q}”.`
            : t`No results for “${q}” in ${name}.`}
      </p>
      {q !== "" ? (
        <ClearSearch />
      ) : (
        act && (
          <Link href={act.href} className="btn mt-3">
            {act.label}
          </Link>
        )
      )}
      {q === "" && WELCOMING.includes(view) && (
        <div className="mt-6 lg:hidden">
          <FirstSteps />
        </div>
      )}
    </div>
  );
}

function ClearSearch() {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const clear = () => {
    forget(query);
    navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true });
    document.getElementById("search")?.focus();
  };
  return (
    <button
      type="button"
      className="btn mt-3"
      onClick={clear}
    >{t`Clear the search`}</button>
  );
}
