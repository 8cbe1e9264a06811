/** The id of a question in the page, open or decided. */
export function questionId(checkpointId: string): string {
  return `question-${checkpointId}`;
}

/**
 * Scrolls to a question and focuses it after the page is redrawn. The focus stays in a field
 * that the person has entered by then.
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
