import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { useAccount, useLabels } from "../api/queries.ts";
import { AccountMenu } from "../shell/account_menu.tsx";
import { focusWantedSearch } from "../shell/focus_search.ts";
import type { ViewPlace } from "../shell/views.ts";
import { otherPlaces, viewPlace } from "../shell/views.ts";
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
    focusWantedSearch();
  }, [view.name, isOpen]);
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
        <ListBar place={place} q={q} isBeside={isOpen} />
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
            Choose a conversation. Press <kbd className="key">?</kbd> for the
            keys.
          </span>
        </p>
      )}
    </main>
  );
}

/** What the list is, and what is searched in it; it stays while a conversation is open. */
function ListBar({
  place,
  q,
  isBeside,
}: {
  place: ViewPlace;
  q: string;
  /** True beside a conversation, which then is what the page is about. */
  isBeside: boolean;
}) {
  const labels = useLabels().data?.labels ?? [];
  const Heading = isBeside ? "h2" : "h1";
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b px-3">
      <div className="md:hidden">
        <AccountMenu isSmall places={otherPlaces(labels, place.path)} />
      </div>
      <Heading className="min-w-0 truncate font-semibold text-lg">
        <bdi>{place.name}</bdi>
      </Heading>
      {place.label !== undefined && <LabelMenu label={place.label} />}
      <div className="ml-auto w-44 min-w-24 shrink">
        <SearchField key={place.view} place={place} q={q} />
      </div>
    </div>
  );
}

function withSearch(path: string, q: string): string {
  if (q === "") return path;
  const [bare = "", given] = path.split("?");
  const query = new URLSearchParams(given);
  query.set("q", q);
  return `${bare}?${query}`;
}
