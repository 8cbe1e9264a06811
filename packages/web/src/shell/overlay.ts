import { useSyncExternalStore } from "react";

/** What can be called up over any page. */
export type Overlay = "help" | "palette";

let open: Overlay | undefined;
const listeners = new Set<() => void>();

/** Shows it in place of what is shown; nothing closes it. */
export function showOverlay(which: Overlay | undefined): void {
  open = which;
  for (const listener of listeners) listener();
}

/** What is called up now. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
