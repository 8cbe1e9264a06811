import { useState } from "react";
import type { Action, Checkpoint } from "../api/types.ts";
import { DeclineDialog } from "./decline_dialog.tsx";
import { useDecide } from "./use_decide.ts";

/** Asks once more before it declines. */
export function DeclineButton({
  action,
  checkpoint,
  conversationId,
  comment,
  onComment,
}: {
  action: Action;
  checkpoint: Checkpoint;
  conversationId: string;
  comment: string;
  onComment: (comment: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const decide = useDecide(conversationId, checkpoint, { showsError: true });
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet max-md:px-2.5"
        aria-haspopup="dialog"
        onClick={() => {
          decide.reset();
          setOpen(true);
        }}
      >
        {action.title}
      </button>
      <DeclineDialog
        act={action.title}
        title={checkpoint.title}
        says={checkpoint.outcomes.decline}
        comment={comment}
        onComment={onComment}
        isPending={decide.isPending}
        error={decide.error}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDecline={() => decide.mutate({ decision: "decline", comment })}
      />
    </>
  );
}
