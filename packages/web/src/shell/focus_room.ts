import { useEffect, useRef } from "react";

/** So long is waited for a page that comes later. */
const FRAMES_MAX = 120;

/**
 * Another page has the focus somewhere in it. Where it takes none itself, and what had it
 * went with the one before, the content has it: a key goes on from there.
 */
export function useFocusInRoom(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    // The first page begins where the browser does, above the navigation.
    if (before.current === path) return;
    before.current = path;
    let frames = FRAMES_MAX;
    let frame = requestAnimationFrame(look);
    function look() {
      const main = document.getElementById("main");
      // The one before is kept, hidden, until the next has come. Effects of a page that opens run
      // a frame later.
      if (frames < FRAMES_MAX && main?.checkVisibility()) {
        if (document.activeElement === document.body) {
          main.focus({ preventScroll: true });
        }
        return;
      }
      frames -= 1;
      if (frames > 0) frame = requestAnimationFrame(look);
    }
    return () => cancelAnimationFrame(frame);
  }, [path]);
}
