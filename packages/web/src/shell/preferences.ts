/** The preferences of this device only. */
export type Theme = "system" | "light" | "dark";

const THEME = "theme";
const DENSITY = "density";
const SHORTCUTS = "shortcuts";
const UNDO = "undo-send";

/** For how many seconds a sent message can be taken back; 0 sends at once. */
export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;
const UNDO_USUAL = 10;

/** The chosen theme. */
export function theme(): Theme {
  const kept = localStorage.getItem(THEME);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Stores and applies the chosen theme. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(THEME, chosen);
  applyTheme();
}

/** Applies the chosen theme. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** True if the person wants more rows in a list. */
export function isCompact(): boolean {
  return localStorage.getItem(DENSITY) === "compact";
}

/** Chooses the height of list rows. */
export function chooseCompact(isOn: boolean): void {
  localStorage.setItem(DENSITY, isOn ? "compact" : "comfortable");
}

/** True unless the person turned single keys off (WCAG 2.1.4). */
export function hasShortcuts(): boolean {
  return localStorage.getItem(SHORTCUTS) !== "off";
}

/** Turns single keys on or off. */
export function chooseShortcuts(isOn: boolean): void {
  localStorage.setItem(SHORTCUTS, isOn ? "on" : "off");
}

/** For how many seconds what is sent can be taken back. */
export function undoSeconds(): number {
  const kept = Number(localStorage.getItem(UNDO) ?? UNDO_USUAL);
  return UNDO_SECONDS.find((it) => it === kept) ?? UNDO_USUAL;
}

/** Chooses for how many seconds. */
export function chooseUndoSeconds(seconds: number): void {
  localStorage.setItem(UNDO, String(seconds));
}
