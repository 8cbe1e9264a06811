import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearch } from "wouter";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { CompletionList } from "../search/completion_list.tsx";
import { isHalf, ledTo } from "../search/completions.ts";
import { useCombobox } from "../search/use_combobox.ts";
import { focusSearch } from "../shell/focus_search.ts";
import type { ViewPlace } from "../shell/views.ts";
import { IMPORTED, ONLY } from "../shell/views.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

const TYPING_MS = 250;

/**
 * Searches everywhere, or in one view. The search is in the page's address, so that one can
 * return to it.
 */
export function SearchField({ place, q }: { place: ViewPlace; q: string }) {
  const [typed, setTyped] = useState(q);
  const settle = useSettle(place, q);
  const isWide =
    q === "" ? place.view !== IMPORTED.view : place.isEverywhere === true;
  const choose = useCombobox(typed, setTyped);
  const said = useRef(q);
  useEffect(() => {
    // Another address, not the echo of what is being typed.
    if (q !== said.current) setTyped(q);
    said.current = q;
  }, [q]);
  useEffect(() => {
    const put = () => {
      stop();
      if (isHalf(typed)) return;
      said.current = typed.trim();
      settle.current(said.current);
    };
    const timer = setTimeout(put, TYPING_MS);
    // A click may lead away, and the search belongs to the list to return to.
    const putNow = () => flushSync(put);
    document.addEventListener("click", putNow, true);
    function stop() {
      clearTimeout(timer);
      document.removeEventListener("click", putNow, true);
    }
    return stop;
  }, [typed, settle]);
  return (
    <div className="relative">
      <label htmlFor="search" className="sr-only">
        {isWide ? t`Search all conversations` : t`Search in ${place.name}`}
      </label>
      <span className="absolute inset-y-0 left-2.5 grid items-center text-quiet">
        <Icon name="search" />
      </span>
      <input
        {...choose.field}
        id="search"
        type="search"
        className="field min-h-8 rounded-md border-transparent bg-faint py-1 pl-8 text-sm max-md:text-base"
        placeholder={t`Search`}
        value={typed}
        maxLength={LIMITS.searchCharsMax}
        onKeyDown={(event) => {
          choose.field.onKeyDown(event);
          if (event.isDefaultPrevented() || !leads(event, typed)) return;
          said.current = typed.trim();
          settle.current(said.current);
          if (focusFirst()) event.preventDefault();
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          choose.open();
        }}
      />
      {choose.list && <CompletionList {...choose.list} />}
    </div>
  );
}

/** True for a key that moves from the field to the rows. */
function leads(
  { key, nativeEvent }: KeyboardEvent<HTMLInputElement>,
  typed: string,
): boolean {
  if (nativeEvent.isComposing) return false;
  // The first Escape clears the typed text, in the browser.
  return key === "Escape" ? typed === "" : /^(Enter|ArrowDown)$/.test(key);
}

/** When another list replaces this one, focuses its row in the same place. */
function focusFirst(): boolean {
  const row = document.querySelector<HTMLElement>("[data-row]");
  row?.focus();
  return row !== null;
}

/** Removes the search from an address, with the view that it was limited to. */
export function forget(query: URLSearchParams): void {
  query.delete("q");
  query.delete(ONLY);
}

/** Puts the search into the address that is shown at that moment. */
function useSettle(place: ViewPlace, q: string) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const settle = useRef((_wanted: string) => {});
  settle.current = (wanted) => {
    if (wanted === q) return;
    const led = ledTo(wanted, place);
    if (led !== undefined) {
      const isHere = document.activeElement?.id === "search";
      navigate(led);
      // The other view's field continues where this one was left.
      if (isHere) requestAnimationFrame(() => focusSearch());
      return;
    }
    const query = new URLSearchParams(search);
    if (wanted === "") forget(query);
    else query.set("q", wanted);
    navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true });
  };
  return settle;
}
