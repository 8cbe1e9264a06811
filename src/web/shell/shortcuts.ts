import { useEffect, useRef } from "react";
import { JUMPS } from "./jumps.ts";
import { hasShortcuts } from "./preferences.ts";

type Keys = Readonly<Record<string, () => void>>;

/** The first of two keys, and how long it waits for the other. */
const PREFIX = "g";
const PREFIX_MS = 1_500;

/** Does something when a key is pressed, or two in turn, but not while somebody types. */
export function useShortcuts(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isLeftAlone(event)) return;
      const act = latest.current[pressed];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** What is pressed by now, with the key before it if that was the first of two. */
let pressed = "";
let prefixedAt = Number.NEGATIVE_INFINITY;

// Before all others, so that each of them is told the same.
document.addEventListener(
  "keydown",
  (event) => {
    if (isLeftAlone(event)) return;
    const isSecond = event.timeStamp - prefixedAt < PREFIX_MS;
    pressed = isSecond ? `${PREFIX} ${event.key}` : event.key;
    prefixedAt =
      pressed === PREFIX ? event.timeStamp : Number.NEGATIVE_INFINITY;
  },
  true,
);

function isLeftAlone({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || !hasShortcuts()) return true;
  return (
    target instanceof Element &&
    target.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]",
    ) !== null
  );
}

/** Keys of one kind, as the help shows them. */
export interface ShortcutGroup {
  readonly name: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

/** Every key. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    name: "Everywhere",
    keys: [
      ["Ctrl K", "Find anything, or do it (⌘ K)"],
      ["c", "Write a new request"],
      ["/", "Search"],
      ["?", "Show this help"],
    ],
  },
  {
    name: "Lists",
    keys: [
      ["j", "Next conversation"],
      ["k", "Previous conversation"],
      ["Enter", "Open the conversation"],
      ["x", "Select it, to act on several"],
      ["e", "Archive, or put back"],
      ["h", "Snooze until a time, or until it changes"],
      ["u", "Mark as unread, or read"],
      ["Esc", "Clear the selection; leave the conversation"],
      ["a", "Requests: accept once"],
      ["t", "Requests: accept and trust"],
      ["b", "Requests: block"],
    ],
  },
  {
    name: "Conversations",
    keys: [
      ["r", "Reply to the author"],
      ["a", "Go to the answer that waits, or reply to everyone"],
      ["q", "Ask first, before accepting"],
    ],
  },
  { name: "Go to", keys: JUMPS.map(({ keys, name }) => [keys, name]) },
];
