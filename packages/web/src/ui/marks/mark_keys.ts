import type { KeyboardEvent } from "react";
import type { Mark } from "./mark_change.ts";
import { markChange } from "./mark_change.ts";

const KEYS: Readonly<Record<string, Mark>> = {
  KeyB: "bold",
  KeyI: "italic",
  KeyK: "link",
  KeyE: "code",
};
const LIST = "Digit8";

/** The mark of a pressed key, if it has one. */
function markOf(event: KeyboardEvent): Mark | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, code, key } = event;
  if (ctrlKey === metaKey || altKey) return undefined;
  if (shiftKey) return code === LIST ? "list" : undefined;
  // Letters by the keyboard's layout.
  return KEYS[`Key${key.toUpperCase()}`];
}

/** Writes Markdown for its key, as if typed; false for any other key. */
export function writeMark(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const mark = markOf(event);
  const field = event.currentTarget;
  if (!mark || field.readOnly) return false;
  event.preventDefault();
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  const change = markChange({ text, start, end }, mark);
  const isChange = change.insert !== text.slice(change.from, change.to);
  const isWithin =
    field.maxLength < 0 ||
    text.length + change.insert.length - (change.to - change.from) <=
      field.maxLength;
  if (isChange && !isWithin) return true;
  field.setSelectionRange(change.from, change.to);
  if (isChange) type(field, change.insert);
  field.setSelectionRange(change.start, change.end);
  return true;
}

/** Replaces the selection, so that the browser can undo it like typing. */
function type(field: HTMLTextAreaElement, text: string): void {
  const { document } = globalThis;
  // Deprecated, but the only way into a field's undo history.
  const isTyped =
    text === ""
      ? document.execCommand?.("delete")
      : document.execCommand?.("insertText", false, text);
  if (isTyped) return;
  field.setRangeText(text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
