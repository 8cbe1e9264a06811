/** The id under which a question is found in the page, open or decided. */
export function questionId(checkpointId: string): string {
  return `question-${checkpointId}`;
}

/**
 * Scrolls to a question and focuses it, after the page has drawn its change. A person who is in a
 * field by then stays there.
 */
export function focusQuestion(checkpointId: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement?.matches("input, textarea")) return;
      const found = document.getElementById(questionId(checkpointId));
      found?.scrollIntoView({ block: "nearest" });
      found?.focus({ preventScroll: true });
    }),
  );
}
