import type { FocusEvent, RefObject } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Sheet } from "./sheet.ts";

/**
 * Moves the focus into the sheet when it opens or returns, to its last place there, and back
 * to its last place in the page when the sheet is put aside. Returns the focus handler.
 */
export function useSheetFocus(
  root: RefObject<HTMLElement | null>,
  { isSmall, shown }: Sheet,
): (event: FocusEvent<HTMLElement>) => void {
  const opener = useRef<Element>(null);
  const last = useRef<HTMLElement>(undefined);
  // Before the form takes the focus.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isSmall && !root.current?.contains(activeElement)) {
      opener.current = activeElement;
    }
  }, [isSmall, root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is shown
  useEffect(() => {
    const { current: sheet } = root;
    if (isSmall || !sheet || sheet.contains(document.activeElement)) return;
    (last.current?.isConnected ? last.current : sheet).focus();
  }, [isSmall, shown, root]);
  useEffect(() => {
    const { current: sheet } = root;
    if (isSmall || !sheet) return;
    return () => focusBack(sheet, opener.current);
  }, [isSmall, root]);
  return ({ target }) => {
    if (!isSmall) last.current = target;
  };
}

/** Returns the focus, unless it has moved elsewhere. */
function focusBack(sheet: HTMLElement, opener: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !sheet.contains(activeElement)) return;
  const isThere = opener instanceof HTMLElement && opener !== body;
  if (isThere && opener.isConnected) opener.focus();
  if (document.activeElement === opener && isThere) return;
  document.getElementById("main")?.focus({ preventScroll: true });
}
