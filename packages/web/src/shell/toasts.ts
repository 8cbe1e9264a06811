import { useSyncExternalStore } from "react";
import { t } from "../ui/t.ts";

/** A message that disappears; one with an error stays longer. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  readonly undo?: () => void;
  /** How long it is shown, if not the usual time. */
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
/** True if the last act is one that nothing undoes. */
let isForGood = false;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message; returns its id. */
export function toast(said: Toast): number {
  const id = ++count;
  if (said.undo) isForGood = false;
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

/** Removes a message. */
export function dismiss(id: number): void {
  set(shown.filter((it) => it.id !== id));
}

/** Undoes a toast's act, once. */
export function takeBack({ id, undo }: Shown): void {
  dismiss(id);
  undo?.();
}

/** Called after an act that nothing undoes, such as a decision or a receipt. */
export function doneForGood(): void {
  isForGood = true;
}

/** Undoes the latest act that a visible toast offers to undo, or says that it can't be. */
export function takeBackLast(): void {
  if (isForGood) {
    toast({ text: t`That can't be undone.` });
    return;
  }
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
