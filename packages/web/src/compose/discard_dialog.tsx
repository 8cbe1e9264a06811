import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { t } from "../ui/t.ts";

/** Asks before written text is deleted. */
export function DiscardDialog({
  isOpen,
  onClose,
  onDiscard,
}: {
  isOpen: boolean;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog title={t`Discard this draft?`} isOpen={isOpen} onClose={onClose}>
      <p className="mb-4">{t`This permanently deletes its text and files.`}</p>
      <DialogAnswers
        leave={t`Cancel`}
        act={t`Discard draft`}
        isBad
        onLeave={onClose}
        onAct={onDiscard}
      />
    </Dialog>
  );
}
