import { useEffect, useRef, useState } from "react";
import type { Stretch } from "./seen.ts";
import { firstUnseen, isWholeSeen, withStretch } from "./seen.ts";

interface Sight {
  readonly height: number;
  readonly seen: readonly Stretch[];
}

type Sights = Map<string, Sight>;

interface Seen {
  /** Undefined before the first check. */
  readonly isSeen: boolean | undefined;
  /** Scrolls to where reading stopped. */
  readonly showNext: () => void;
}

/**
 * Whether all of these elements were in sight, each to its last line: one longer than the
 * screen must be scrolled through. An element whose height changes is checked again.
 */
export function useSeen(ids: readonly string[]): Seen {
  const [isSeen, setSeen] = useState<boolean>();
  const sights = useRef<Sights>(new Map());
  const key = ids.join(" ");
  useEffect(() => {
    const all = key.split(" ");
    let frame = 0;
    const look = () => {
      frame = 0;
      if (document.visibilityState === "hidden") return;
      for (const id of all) {
        const sight = lookAt(id, sights.current.get(id));
        if (sight) sights.current.set(id, sight);
      }
      setSeen(all.every((id) => isDone(sights.current.get(id))));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const watcher = new ResizeObserver(soon);
    for (const id of all) {
      const element = document.getElementById(id);
      if (element) watcher.observe(element);
    }
    soon();
    // Capturing, as scrolling does not bubble.
    document.addEventListener("scroll", soon, true);
    document.addEventListener("visibilitychange", soon);
    addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      document.removeEventListener("scroll", soon, true);
      document.removeEventListener("visibilitychange", soon);
      removeEventListener("resize", soon);
    };
  }, [key]);
  return { isSeen, showNext: () => showNext(ids, sights.current) };
}

function isDone(sight: Sight | undefined): boolean {
  return sight !== undefined && isWholeSeen(sight.seen, sight.height);
}

/** Adds the part of an element that is in sight. */
function lookAt(id: string, before: Sight | undefined): Sight | undefined {
  const element = document.getElementById(id);
  if (!element) return undefined;
  const { top, bottom, height } = element.getBoundingClientRect();
  const isSame = before && Math.abs(before.height - height) < 1;
  const [from, to] = sightOf(element);
  const now: Stretch = [Math.max(from, top) - top, Math.min(to, bottom) - top];
  return { height, seen: withStretch(isSame ? before.seen : [], now) };
}

/** The part of the window in which an element can be in sight: inside all scrolling ancestors. */
function sightOf(element: Element): Stretch {
  let [from, to] = [0, innerHeight];
  for (let it = element.parentElement; it; it = it.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(it).overflowY)) continue;
    const { top, bottom } = it.getBoundingClientRect();
    from = Math.max(from, top);
    to = Math.min(to, bottom);
  }
  return [from, to];
}

/** Scrolls to the first line of these elements that was not in sight. */
function showNext(ids: readonly string[], sights: Sights): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    const sight = sights.get(id);
    const line = sight && firstUnseen(sight.seen, sight.height);
    if (!element || line === undefined) continue;
    const [from] = sightOf(element);
    const top = element.getBoundingClientRect().top + line - from - KEPT;
    element.closest("[data-scroller]")?.scrollBy({ top });
    return;
  }
}

/** The part of the previous screen that stays in sight, in pixels. */
const KEPT = 32;
