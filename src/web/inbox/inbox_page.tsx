import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useAccount } from "../api/queries.ts";
import { focusSearch } from "../shell/focus_search.ts";
import { viewPlace } from "../shell/views.ts";
import { ThreadPage } from "../thread/thread_page.tsx";
import { Icon } from "../ui/icon.tsx";
import { ConversationList } from "./list.tsx";

const TYPING_MS = 250;

/** A view's list, and beside it the conversation that is open. */
export function InboxPage({ openId }: { openId?: string }) {
  const [path] = useLocation();
  const search = useSearch();
  const place = viewPlace(
    openId === undefined ? path : (new URLSearchParams(search).get("in") ?? ""),
  );
  const { data: account } = useAccount();
  const [typed, setTyped] = useState("");
  const q = useSettled(typed.trim());
  useEffect(() => {
    if (openId !== undefined) return;
    document.title = `${place.name} · Conversation inbox`;
    if (location.hash === "#search") focusSearch();
  }, [place.name, openId]);
  const isOpen = openId !== undefined;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-0 flex-1 lg:grid-cols-[minmax(20rem,26rem)_1fr]"
    >
      <section
        aria-label={place.name}
        className={`min-h-0 min-w-0 flex-col border-line border-r bg-card ${isOpen ? "hidden lg:flex" : "flex"}`}
      >
        <div className="border-line border-b p-3">
          {isOpen ? (
            <h2 className="sr-only">{place.name}</h2>
          ) : (
            <h1 className="mb-2 px-1 text-xl font-semibold">{place.name}</h1>
          )}
          <label className="relative block">
            <span className="sr-only">Search in {place.name}</span>
            <span className="absolute top-2.5 left-3 text-soft">
              <Icon name="search" />
            </span>
            <input
              id="search"
              type="search"
              className="field pl-10"
              placeholder={`Search in ${place.name}`}
              value={typed}
              maxLength={200}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        </div>
        <ConversationList
          key={place.view}
          place={place}
          q={q}
          openId={openId}
          accountId={account?.account.id}
        />
      </section>
      {isOpen ? (
        <ThreadPage key={openId} id={openId} place={place} />
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

/** A text once its typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
