import { actOn, useChange } from "../api/changes.ts";
import type { Action, Checkpoint } from "../api/types.ts";
import { decidedWords } from "../ui/words.ts";
import type { Edited } from "./editing.tsx";
import { focusAfter } from "./question_id.ts";

interface Decided {
  readonly decision: "approve" | "decline";
  readonly comment: string;
  /** The person's changes of the proposal. */
  readonly edited?: Edited | undefined;
  /** More fields of the answer, as the service offers it. */
  readonly input?: Action["input"];
}

/** Answers a question; a dialog shows a refusal itself (`showsError`). */
export function useDecide(
  conversationId: string,
  { checkpointId }: Checkpoint,
  { showsError = false } = {},
) {
  return useChange(
    async ({ input, edited, ...decided }: Decided) => {
      const json = {
        checkpointId,
        ...decided,
        ...(edited && { edited }),
        ...input,
      };
      const changed = await actOn(conversationId, "decisions", json);
      // The bar disappears with its buttons.
      focusAfter(checkpointId, changed.conversation);
      return changed;
    },
    { says: (it) => decidedWords(it, checkpointId), showsError },
  );
}
