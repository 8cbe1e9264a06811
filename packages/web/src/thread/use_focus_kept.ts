import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** Focuses the waiting decision of a conversation, otherwise its title. */
export function focusDecision(article: HTMLElement | null): void {
  const find = (it: string) => article?.querySelector<HTMLElement>(it);
  (find("[data-decision]") ?? find("h1"))?.focus({ preventScroll: true });
}

/**
 * Moves the focus into a conversation when it opens, and back whenever the focused element
 * disappears, so that the page never loses it.
 */
export function useFocusKept(): RefObject<HTMLElement | null> {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = () => focusDecision(article.current);
    focus();
    if (!article.current) return;
    let last: Element | null = document.activeElement;
    const onFocus = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null;
    };
    // A removed element takes the focus with it, without an event.
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
  }, []);
  return article;
}
