import { useEffect, useRef } from "react";

/** How long to wait for a page that loads later. */
const FRAMES_MAX = 120;

/**
 * Keeps the focus inside a new page. If the page takes no focus itself and the focused
 * element is gone, focuses the content, so that keys continue from there.
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
      // The earlier page stays hidden until the next has loaded. Effects of a page that
      // opens run a frame later.
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
