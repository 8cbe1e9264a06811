import type { Window as PlainWindow } from "happy-dom";

/** The history of one page, whose entries are addresses of the app alone. */
export function pageHistory(window: PlainWindow) {
  const entries: { url: string; state: unknown }[] = [
    { url: window.location.href, state: null },
  ];
  let at = 0;
  const show = () => window.happyDOM.setURL(entries[at]?.url ?? "");
  const urlOf = (path?: string | URL | null) =>
    new URL(path ?? "", window.location.href).href;
  return {
    get length() {
      return entries.length;
    },
    get state() {
      return entries[at]?.state;
    },
    scrollRestoration: "auto",
    pushState(state: unknown, _: string, path?: string | URL | null) {
      entries.splice(at + 1, entries.length, { url: urlOf(path), state });
      at += 1;
      show();
    },
    replaceState(state: unknown, _: string, path?: string | URL | null) {
      entries[at] = { url: urlOf(path), state };
      show();
    },
    back() {
      if (at === 0) return;
      at -= 1;
      show();
      window.dispatchEvent(new window.PopStateEvent("popstate"));
    },
  };
}
