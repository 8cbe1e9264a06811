import { useLayoutEffect, useRef } from "react";
import { MOD_KEY } from "../ui/key.tsx";
import { t } from "../ui/t.ts";
import { JUMPS } from "./jumps.ts";
import { hasOverlay } from "./overlay.ts";
import { hasShortcuts } from "./preferences.ts";

type Keys = Readonly<Record<string, () => void>>;

/** The first of two keys, and how long it waits for the second. */
const PREFIX = "g";
const PREFIX_MS = 1_500;

/** Handles a key, or two in sequence, but not while somebody types. */
export function useShortcuts(keys: Keys): void {
  const latest = useRef(keys);
  // Together with the page that shows them: a key in between would be lost.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
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

/** The last key, after the one before if that was the first of two. */
let pressed = "";
let prefixedAt = Number.NEGATIVE_INFINITY;

// Before all others, so that each of them gets the same.
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
  // One may type into an overlay before it is shown.
  if (hasOverlay()) return true;
  return (
    target instanceof Element &&
    target.closest(
      "input:not([type=checkbox], [type=radio]), textarea:not([readonly]), select, [contenteditable], dialog, [role=dialog], [role=menu]",
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
    name: t`Everywhere`,
    keys: [
      [
        `${MOD_KEY}K`,
        t`Search and commands (a link, while you write a message)`,
      ],
      ["c", t`Write a new request`],
      ["/", t`Search (Enter opens the results, Esc goes back)`],
      ["z", t`Take back the last act, while its notice offers it`],
      ["?", t`Show this help`],
    ],
  },
  {
    name: t`Lists`,
    keys: [
      ["j", t`Next conversation`],
      ["k", t`Previous conversation`],
      ["Enter", t`Open the conversation`],
      ["x", t`Select`],
      ["e", t`Archive, or move to the inbox`],
      ["h", t`Snooze`],
      ["u", t`Mark as unread or read`],
      ["Esc", t`Close`],
      ["a", t`Requests: accept once`],
      ["t", t`Requests: accept and trust`],
      ["b", t`Requests: block`],
    ],
  },
  {
    name: t`Conversations`,
    keys: [
      ["r", t`Reply to the author`],
      ["a", t`Answer the question, or reply to all`],
      ["t", t`Go to “Accept and trust”`],
      ["q", t`Ask first, before accepting`],
      ["i", t`Edit what your agent proposes`],
    ],
  },
  {
    name: t`While you write a message`,
    keys: [
      [`${MOD_KEY}B`, t`Bold`],
      [`${MOD_KEY}I`, t`Italic`],
      [`${MOD_KEY}E`, t`Code`],
      [`${MOD_KEY}K`, t`Link`],
      [`${MOD_KEY}Shift 8`, t`Bulleted list`],
      [`${MOD_KEY}↵`, t`Send`],
      ["Esc", t`Minimize a new request`],
    ],
  },
  { name: t`Go to`, keys: JUMPS.map(({ keys, name }) => [keys, name]) },
];
