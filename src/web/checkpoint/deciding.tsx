import { useState } from "react";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api } from "../api/client.ts";
import type { Checkpoint } from "../api/types.ts";
import { answersOf } from "./answers.ts";
import { CommentField } from "./comment_field.tsx";
import { DeclineDialog } from "./decline_dialog.tsx";
import { focusQuestion } from "./question_id.ts";

type Decision = "approve" | "decline";

/** Where the person answers; a decline is asked about once more. */
export function Deciding({
  checkpoint,
  conversationId,
  lacksMoney,
}: {
  checkpoint: Checkpoint;
  conversationId: string;
  /** True where approving needs more than the person can spend. */
  lacksMoney: boolean;
}) {
  const { checkpointId, title, outcomes, act, mayDecide } = checkpoint;
  const [comment, setComment] = useState("");
  const [isDeclining, setDeclining] = useState(false);
  const decide = useChange(
    async (decision: Decision) => {
      const path = `/v1/conversations/${conversationId}/decisions`;
      const json = { checkpointId, decision, comment };
      const changed = await api<Changed>(path, { method: "POST", json });
      // The card goes away with its buttons: one goes on at the line in its place.
      focusQuestion(checkpointId);
      return changed;
    },
    { says: "Your decision is recorded", showsError: isDeclining },
  );
  const { approve, decline, isAnswer } = answersOf(act);
  const isSaid = !isAnswer || comment.trim() !== "";
  const mayApprove = !decide.isPending && !lacksMoney && isSaid;
  return (
    <>
      <CommentField
        comment={comment}
        onComment={setComment}
        isAnswer={isAnswer}
      />
      <div className="flex flex-wrap gap-2">
        {mayDecide && (
          <button
            type="button"
            className="btn btn-main"
            aria-disabled={!mayApprove}
            onClick={() => mayApprove && decide.mutate("approve")}
          >
            {approve}
          </button>
        )}
        <button
          type="button"
          className="btn btn-bad"
          aria-haspopup="dialog"
          aria-disabled={decide.isPending}
          onClick={() => {
            if (decide.isPending) return;
            decide.reset();
            setDeclining(true);
          }}
        >
          {decline}
        </button>
      </div>
      <DeclineDialog
        act={decline}
        title={title}
        says={outcomes.decline}
        comment={comment}
        onComment={setComment}
        isPending={decide.isPending}
        error={decide.error}
        isOpen={isDeclining}
        onClose={() => setDeclining(false)}
        onDecline={() => decide.mutate("decline")}
      />
    </>
  );
}
