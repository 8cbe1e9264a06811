import { lazy, Suspense, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { FirstSteps } from "../first/first_steps.tsx";
import { focusWantedSearch } from "../shell/focus_search.ts";
import { usePageTitle } from "../shell/page_title.ts";
import { IMPORTED, ONLY, viewPlace } from "../shell/views.ts";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { ListColumn } from "./list_column.tsx";

const IDLE_MS = 500;

const load = () => import("../thread/thread_page.tsx");
// Lists are shown before the pages that open from them are loaded.
const ThreadPage = lazy(async () => ({ default: (await load()).ThreadPage }));

/**
 * A view's list, with the open conversation beside it. The list stays mounted while one is
 * open, even where there is no room for both.
 */
export function InboxPage({ openId }: { openId?: string }) {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  const isOpen = openId !== undefined;
  const view = viewPlace(isOpen ? (search.get("in") ?? "") : path, search);
  const q = search.get("q") ?? "";
  // The list to return to, with its search.
  const isOnly = search.has(ONLY);
  const place = {
    ...view,
    path: withSearch(view.path, q, isOnly),
    // Imported ones are in no other view, and cannot be found from there.
    isEverywhere: q !== "" && !isOnly && view.view !== IMPORTED.view,
  };
  usePageTitle(isOpen ? undefined : view.name);
  useEffect(() => {
    if (!isOpen) focusWantedSearch();
  }, [isOpen]);
  useEffect(() => {
    // Load the pages likely to be opened next while the browser is idle.
    const timer = setTimeout(() => void load(), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 lg:grid-cols-[20rem_1fr] xl:grid-cols-[24.5rem_1fr]"
    >
      <section
        aria-label={place.name}
        className={`col-start-1 row-start-1 flex min-h-0 min-w-0 flex-col border-line border-r bg-card ${isOpen ? "max-lg:invisible" : ""}`}
      >
        <ListColumn key={view.path} place={place} q={q} openId={openId} />
      </section>
      {isOpen ? (
        <div className="col-start-1 row-start-1 grid min-h-0 min-w-0 grid-cols-1 grid-rows-1 bg-page lg:col-start-2">
          <Suspense fallback={<Waiting />}>
            <ThreadPage key={openId} id={openId} place={place} />
          </Suspense>
        </div>
      ) : (
        <div className="hidden min-h-0 place-content-center gap-6 overflow-y-auto p-6 text-center text-soft lg:grid">
          <FirstSteps />
          <p>
            {rich`Select a conversation. Press ${<kbd className="key">?</kbd>} for shortcuts.`}
          </p>
        </div>
      )}
    </main>
  );
}

function withSearch(path: string, q: string, isOnly: boolean): string {
  if (q === "") return path;
  const [bare = "", given] = path.split("?");
  const query = new URLSearchParams(given);
  query.set("q", q);
  if (isOnly) query.set(ONLY, "1");
  return `${bare}?${query}`;
}
