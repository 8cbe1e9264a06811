import { Dialog } from "../ui/dialog.tsx";

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
      <div className="flex justify-end gap-2">
        <button type="button" className="btn" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="btn btn-bad" onClick={onDiscard}>
          Discard draft
        </button>
      </div>
    </Dialog>
  );
}
