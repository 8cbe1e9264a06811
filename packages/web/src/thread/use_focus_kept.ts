import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus into a conversation as it opens, and back to its title whenever what
 * had the focus goes away with what was done: it is never lost to the page.
 */
export function useFocusKept(
  heading: RefObject<HTMLElement | null>,
): RefObject<HTMLElement | null> {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = () => heading.current?.focus({ preventScroll: true });
    focus();
    if (!article.current) return;
    let last: Element | null = document.activeElement;
    const onFocus = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null;
    };
    // An element that is taken out takes the focus with it, and tells nobody.
    const watcher = new MutationObserver(() => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && last?.isConnected === false) focus();
      });
    });
    const within = article.current;
    within.addEventListener("focusin", onFocus);
    watcher.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener("focusin", onFocus);
      watcher.disconnect();
    };
  }, [heading]);
  return article;
}
