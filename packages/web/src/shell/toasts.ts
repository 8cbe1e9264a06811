import { useSyncExternalStore } from "react";

/** A sentence that comes and goes; one with an error stays longer. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  readonly undo?: () => void;
  /** How long it stays, if not as long as the others. */
  readonly shownMs?: number;
}

interface Shown extends Toast {
  readonly id: number;
}

const SHOWN_MS = 8_000;
const ERROR_SHOWN_MS = 30_000;
/** A toast stays while somebody reads it or is about to press its button. */
const IN_USE = "[data-toasts]:is(:hover, :focus-within)";

let shown: readonly Shown[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says something to the person; gives what takes it away. */
export function toast(said: Toast): number {
  const id = ++count;
  const others = shown.filter(({ text }) => text !== said.text);
  set([...others.slice(-2), { ...said, id }]);
  fade(id, said.shownMs ?? (said.isError ? ERROR_SHOWN_MS : SHOWN_MS));
  return id;
}

function fade(id: number, ms: number): void {
  setTimeout(() => {
    if (document.querySelector(IN_USE)) fade(id, SHOWN_MS);
    else dismiss(id);
  }, ms);
}

/** Takes a sentence away. */
export function dismiss(id: number): void {
  set(shown.filter((it) => it.id !== id));
}

/** Does what a toast offers to take its act back, once. */
export function takeBack({ id, undo }: Shown): void {
  dismiss(id);
  undo?.();
}

/** Takes back the last act that a toast on the screen still offers to take back. */
export function takeBackLast(): void {
  const last = shown.findLast(({ undo }) => undo !== undefined);
  if (last) takeBack(last);
}

/** The toasts on the screen. */
export function useToasts(): readonly Shown[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
