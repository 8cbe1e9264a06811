import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { Failure } from "../ui/failure.tsx";
import { t } from "../ui/t.ts";
import { CommentField } from "./comment_field.tsx";

/** Asks again, because a decline ends things for others, too. */
export function DeclineDialog({
  act,
  title,
  says,
  hint,
  comment,
  onComment,
  isPending,
  error,
  isOpen,
  onClose,
  onDecline,
}: {
  /** The name of the button that opened it. */
  act: string;
  title: string;
  /** The effect of declining, in the service's words. */
  says: string;
  /** Tells who reads the reason. */
  hint: string;
  comment: string;
  onComment: (comment: string) => void;
  isPending: boolean;
  error: Error | null;
  isOpen: boolean;
  onClose: () => void;
  onDecline: () => void;
}) {
  return (
    <Dialog title={t`${act} this?`} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onDecline();
        }}
      >
        <p className="mb-1 font-semibold">
          <bdi>{title}</bdi>
        </p>
        <p className="mb-4">
          {says} {t`You can't change this later.`}
        </p>
        <CommentField
          label={t`Reason (optional)`}
          hint={hint}
          comment={comment}
          onComment={onComment}
        />
        <Failure error={error} />
        <DialogAnswers
          leave={t`Go back`}
          act={act}
          isBad
          isBusy={isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
