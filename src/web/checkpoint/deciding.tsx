import { useState } from "react";
import { answersIn } from "../api/actions.ts";
import { actOn, useChange } from "../api/changes.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import { CommentField } from "./comment_field.tsx";
import { DeclineDialog } from "./decline_dialog.tsx";
import { focusQuestion } from "./question_id.ts";

type Decision = "approve" | "decline";

/** Where the person answers; a decline is asked about once more. */
export function Deciding({
  checkpoint,
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const { checkpointId, title, outcomes, proposal, mayDecide } = checkpoint;
  const { approve, decline } = answersIn(conversation, checkpoint);
  const [comment, setComment] = useState("");
  const [isDeclining, setDeclining] = useState(false);
  const decide = useChange(
    async (decision: Decision) => {
      const json = { checkpointId, decision, comment };
      const changed = await actOn(conversation.id, "decisions", json);
      // The card goes away with its buttons: the focus moves to the line in its place.
      focusQuestion(checkpointId);
      return changed;
    },
    { says: "Your decision is recorded", showsError: isDeclining },
  );
  // A question in words is answered with words.
  const isAnswer = proposal.asks === true;
  const isSaid = !isAnswer || comment.trim() !== "";
  const mayApprove = approve?.ready === true && !decide.isPending && isSaid;
  return (
    <>
      <CommentField
        comment={comment}
        onComment={setComment}
        isAnswer={isAnswer}
      />
      {mayDecide && approve?.because && (
        <p className="mb-2">{approve.because.detail}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayDecide && approve && (
          <button
            type="button"
            className="btn btn-main"
            aria-disabled={!mayApprove}
            onClick={() => mayApprove && decide.mutate("approve")}
          >
            {approve.title}
          </button>
        )}
        {decline?.ready && (
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
            {decline.title}
          </button>
        )}
      </div>
      <DeclineDialog
        act={decline?.title ?? "Decline"}
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
