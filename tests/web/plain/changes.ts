import type { Window as PlainWindow } from "happy-dom";

const BEAT_MS = 20;

/** The changes of a page's document, for those who search in it. */
export class Changes {
  readonly #waiting = new Set<() => void>();

  /** Watches a new document, which is a change itself. */
  watch({ MutationObserver, document }: PlainWindow): void {
    const changed = () => {
      for (const wake of this.#waiting) wake();
    };
    new MutationObserver(changed).observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    changed();
  }

  /** Resolves at the next change, or at a beat: a box that is ticked changes no document. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      clearInterval(beat);
      this.#waiting.delete(wake);
      resolve();
    };
    const beat = setInterval(wake, BEAT_MS);
    this.#waiting.add(wake);
    return promise;
  }
}
