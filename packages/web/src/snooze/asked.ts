import { useSyncExternalStore } from "react";
import type { Conversation } from "../api/types.ts";

/** The conversations to snooze, and the act that follows. */
export interface SnoozeAsk {
  readonly items: readonly Conversation[];
  readonly onDone?: (() => void) | undefined;
}

let asked: SnoozeAsk | undefined;
const listeners = new Set<() => void>();

/** Asks until when to snooze them; undefined closes the question. */
export function askSnooze(what: SnoozeAsk | undefined): void {
  asked = what?.items.length === 0 ? undefined : what;
  for (const listener of listeners) listener();
}

/** The question that is open. */
export function useAsked(): SnoozeAsk | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
