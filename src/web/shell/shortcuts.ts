import { useEffect, useRef } from "react";
import { hasShortcuts } from "./preferences.ts";

type Keys = Readonly<Record<string, () => void>>;

/** Does something when a single key is pressed, but not while somebody types. */
export function useShortcuts(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !hasShortcuts() || isTyping(event)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof Element &&
    target.closest(
      "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]",
    ) !== null
  );
}

/** Every key, as the help shows it. */
export const SHORTCUTS: readonly (readonly [key: string, does: string])[] = [
  ["j", "Next conversation"],
  ["k", "Previous conversation"],
  ["Enter", "Open the conversation"],
  ["x", "Select the conversation, to act on several"],
  ["e", "Archive, or put back"],
  ["u", "Mark as unread, or read"],
  ["r", "Reply to the author"],
  ["a", "Reply to everyone"],
  ["c", "Write a new request"],
  ["/", "Search"],
  ["?", "Show this help"],
];
