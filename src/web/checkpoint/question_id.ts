/** The id under which a question is found in the page, open or decided. */
export function questionId(checkpointId: string): string {
  return `question-${checkpointId}`;
}

/** Leads to a question, once the page has drawn what has changed of it. */
export function focusQuestion(checkpointId: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const found = document.getElementById(questionId(checkpointId));
      found?.scrollIntoView({ block: "nearest" });
      found?.focus({ preventScroll: true });
    }),
  );
}
