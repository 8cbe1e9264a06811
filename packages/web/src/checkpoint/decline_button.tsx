import { useState } from "react";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { t } from "../ui/t.ts";
import { DeclineDialog } from "./decline_dialog.tsx";
import { useDecide } from "./use_decide.ts";

/** Asks again before it declines. */
export function DeclineButton({
  action,
  checkpoint,
  conversation,
  comment,
  onComment,
}: {
  action: Action;
  checkpoint: Checkpoint;
  conversation: Conversation;
  comment: string;
  onComment: (comment: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const decide = useDecide(conversation.id, checkpoint, { showsError: true });
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
        hint={readersOfReason(conversation, checkpoint)}
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

/** Tells who reads the reason of a decline. */
function readersOfReason(
  { participants, payment }: Conversation,
  { act }: Checkpoint,
): string {
  if (act === "refund") return t`The sender will read this.`;
  if (act === "proposal") return t`Only the other side will read this.`;
  if (AGENTS_OWN.has(act)) return t`Your agent will read this.`;
  const isLast = participants.filter(({ role }) => role === "to").length === 1;
  if (act !== "accept") return t`Saved with your decision.`;
  const ends = isLast || payment.status === "held";
  return participants.length === 2 || !ends
    ? t`The sender will read this.`
    : t`The others will read this.`;
}

/** Proposals of an agent during the work, which is told the reason of a refusal. */
const AGENTS_OWN: ReadonlySet<Checkpoint["act"]> = new Set([
  "outward",
  "reply",
  "artifact",
  "complete",
  "receipt",
]);
