import { useSyncExternalStore } from "react";

/** A sentence that comes and goes; one with an error stays until it is closed. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  readonly undo?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

const SHOWN_MS = 6_000;

let shown: readonly Shown[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says something to the person. */
export function toast(said: Toast): void {
  const id = ++count;
  const others = shown.filter(({ text }) => text !== said.text);
  set([...others.slice(-2), { ...said, id }]);
  if (!said.isError) setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Takes a sentence away. */
export function dismiss(id: number): void {
  set(shown.filter((it) => it.id !== id));
}

/** What is said now. */
export function useToasts(): readonly Shown[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
