import { Dialog, DialogAnswers } from "../ui/dialog.tsx";

/** Asks before written words are gone for good. */
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
    <Dialog title="Discard this draft" isOpen={isOpen} onClose={onClose}>
      <p className="mb-4">
        Its text and its files are deleted. This cannot be undone.
      </p>
      <DialogAnswers
        leave="Keep it"
        act="Discard draft"
        isBad
        onLeave={onClose}
        onAct={onDiscard}
      />
    </Dialog>
  );
}
