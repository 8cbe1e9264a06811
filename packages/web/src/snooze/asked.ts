import { useSyncExternalStore } from "react";
import type { Conversation } from "../api/types.ts";

/** What is to be put aside, and what is done once it is. */
export interface Asked {
  readonly items: readonly Conversation[];
  readonly onDone?: (() => void) | undefined;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

/** Asks until when they are put aside; undefined closes the question. */
export function askSnooze(what: Asked | undefined): void {
  asked = what?.items.length === 0 ? undefined : what;
  for (const listener of listeners) listener();
}

/** What is asked about now. */
export function useAsked(): Asked | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
