/** What a person chose for this device alone. */
export type Theme = "system" | "light" | "dark";

const THEME = "theme";
const SHORTCUTS = "shortcuts";

/** The colours that were chosen. */
export function theme(): Theme {
  const kept = localStorage.getItem(THEME);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Keeps the choice and shows it. */
export function chooseTheme(chosen: Theme): void {
  localStorage.setItem(THEME, chosen);
  applyTheme();
}

/** Shows the colours that were chosen. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** True unless the person turned single keys off (WCAG 2.1.4). */
export function hasShortcuts(): boolean {
  return localStorage.getItem(SHORTCUTS) !== "off";
}

/** Turns single keys on or off. */
export function chooseShortcuts(isOn: boolean): void {
  localStorage.setItem(SHORTCUTS, isOn ? "on" : "off");
}
