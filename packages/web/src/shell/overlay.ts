import { useSyncExternalStore } from "react";

/** The overlays that open over any page. */
export type Overlay = "help" | "palette";

let open: Overlay | undefined;
const listeners = new Set<() => void>();

/** Replaces the overlay that is shown; undefined closes it. */
export function showOverlay(which: Overlay | undefined): void {
  open = which;
  for (const listener of listeners) listener();
}

/** True as soon as one was requested, also while it loads. */
export function hasOverlay(): boolean {
  return open !== undefined;
}

/** The overlay that is open. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
