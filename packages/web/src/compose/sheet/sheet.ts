import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";

/** The request that is being written: one at a time. */
export interface Sheet {
  /** A new key for each request that is started or opened. */
  readonly key: number;
  /** Absent until the first save. */
  readonly id?: string;
  /** The query of the address that it started from. */
  readonly search: string;
  /** True while only its bar is shown. */
  readonly isSmall: boolean;
  /** How often it was brought to the front, which moves the focus into it. */
  readonly shown: number;
}

const PATH = "/compose";
/** A screen that the sheet fills: it is either open there, or a bar. */
const NARROW = "(max-width: 47.99rem)";

/** True on a screen that the sheet fills. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(NARROW).matches,
  );
}

let sheet: Sheet | undefined;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Sheet | undefined): void {
  sheet = next;
  for (const listener of listeners) listener();
}

/** The request that is being written, if there is one. */
export function useSheet(): Sheet | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sheet,
  );
}

/** True for the address of a request that is being written. */
export function isComposePath(path: string): boolean {
  return path === PATH || path.startsWith(`${PATH}/`);
}

/** The address at which the sheet is the current page. */
function addressOf({ id, search }: Pick<Sheet, "id" | "search">): string {
  if (id !== undefined) return `${PATH}/${id}`;
  return search === "" ? PATH : `${PATH}?${search}`;
}

/** Shows what an address asks for: its draft, a new request, or the current one. */
export function arriveAt(path: string, search: string): void {
  if (!isComposePath(path)) {
    if (sheet && matchMedia(NARROW).matches) set({ ...sheet, isSmall: true });
    return;
  }
  const id = path.slice(PATH.length + 1) || undefined;
  const isBare = id === undefined && search === "";
  const isThere =
    sheet?.id === id && (id !== undefined || sheet?.search === search);
  if (sheet && (isBare || isThere)) {
    set({ ...sheet, isSmall: false, shown: sheet.shown + 1 });
    return;
  }
  count += 1;
  set({ key: count, search, isSmall: false, shown: 0, ...(id && { id }) });
}

/** Opens the request that is being written, or a new one. */
export function goToSheet(): void {
  const to = sheet ? addressOf(sheet) : PATH;
  if (to === location.pathname + location.search) arriveAt(PATH, "");
  else navigate(to);
}

/** Adds the id from the first save to the address of a request. */
export function followSheet(): void {
  if (!sheet || sheet.isSmall || !isComposePath(location.pathname)) return;
  const to = addressOf(sheet);
  const isThere = to === location.pathname + location.search;
  if (!isThere) navigate(to, { replace: true });
}

/** Sets the id from the first save. */
export function nameSheet(key: number, id: string): void {
  if (sheet?.key === key) set({ ...sheet, id });
}

/** Reduces it to its bar, with all that is written. */
export function minimiseSheet(): void {
  if (sheet) set({ ...sheet, isSmall: true });
}

/** Closes it; its draft stays. */
export function closeSheet(key: number): void {
  if (sheet?.key === key) set(undefined);
}
