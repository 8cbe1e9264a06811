import type { Conversation } from "../api/types.ts";

/** The id of a question in the page, open or decided. */
export function questionId(checkpointId: string): string {
  return `question-${checkpointId}`;
}

/**
 * Focuses the next thing after a decision, once the page is redrawn: another decision, or the
 * reply that is expected; otherwise the line of the decision.
 */
export function focusAfter(
  checkpointId: string,
  { id, nextStep }: Pick<Conversation, "id" | "nextStep">,
): void {
  afterRedraw(() => {
    const next =
      document.querySelector<HTMLElement>("article [data-decision]") ??
      (nextStep.who === "you" ? document.getElementById(replyId(id)) : null);
    focus(next ?? document.getElementById(questionId(checkpointId)));
  });
}

/** The id of a conversation's reply box. */
export function replyId(conversationId: string): string {
  return `reply-${conversationId}`;
}

/**
 * Scrolls to a question and focuses it after the page is redrawn. The focus stays in a field
 * that the person has entered by then.
 */
export function focusQuestion(checkpointId: string): void {
  afterRedraw(() => focus(document.getElementById(questionId(checkpointId))));
}

function afterRedraw(does: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(does));
}

function focus(found: HTMLElement | null): void {
  if (document.activeElement?.matches("input, textarea")) return;
  found?.scrollIntoView({ block: "nearest" });
  found?.focus({ preventScroll: true });
}
