import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { useAccount } from "../api/queries.ts";
import { focusSearch } from "../shell/focus_search.ts";
import { viewPlace } from "../shell/views.ts";
import { ThreadPage } from "../thread/thread_page.tsx";
import { LabelMenu } from "./label_menu.tsx";
import { ConversationList } from "./list.tsx";
import { SearchField } from "./search_field.tsx";

/**
 * A view's list, and beside it the conversation that is open. The list stays where
 * it is while one is open, also where there is no room to show both.
 */
export function InboxPage({ openId }: { openId?: string }) {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  const isOpen = openId !== undefined;
  const view = viewPlace(isOpen ? (search.get("in") ?? "") : path, search);
  const q = search.get("q") ?? "";
  // The list to return to, with its search.
  const place = { ...view, path: withSearch(view.path, q) };
  const { data: account } = useAccount();
  useEffect(() => {
    if (isOpen) return;
    document.title = `${view.name} · Conversation inbox`;
    if (location.hash === "#search") focusSearch();
  }, [view.name, isOpen]);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 lg:grid-cols-[20rem_1fr] 2xl:grid-cols-[26rem_1fr]"
    >
      <section
        aria-label={place.name}
        className={`col-start-1 row-start-1 flex min-h-0 min-w-0 flex-col border-line border-r bg-card ${isOpen ? "max-lg:invisible" : ""}`}
      >
        <div className="border-line border-b p-3 short:py-1.5">
          {isOpen ? (
            <h2 className="sr-only">{place.name}</h2>
          ) : (
            <div className="short:sr-only mb-2 flex items-center gap-2">
              <h1 className="min-w-0 flex-1 truncate px-1 text-xl font-semibold">
                <bdi>{place.name}</bdi>
              </h1>
              {place.label !== undefined && <LabelMenu label={place.label} />}
            </div>
          )}
          <SearchField key={view.path} place={place} q={q} />
        </div>
        <ConversationList
          key={view.path}
          place={place}
          q={q}
          openId={openId}
          accountId={account?.account.id}
        />
      </section>
      {isOpen ? (
        <div className="col-start-1 row-start-1 grid min-h-0 min-w-0 grid-cols-1 grid-rows-1 bg-page lg:col-start-2">
          <ThreadPage key={openId} id={openId} place={place} />
        </div>
      ) : (
        <p className="hidden place-content-center text-center text-soft lg:grid">
          <span>
            Choose a conversation. Press{" "}
            <kbd className="font-mono font-semibold">?</kbd> for the keys.
          </span>
        </p>
      )}
    </main>
  );
}

function withSearch(path: string, q: string): string {
  if (q === "") return path;
  const [bare = "", given] = path.split("?");
  const query = new URLSearchParams(given);
  query.set("q", q);
  return `${bare}?${query}`;
}
