import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";

/** Explains a block, and does it. */
export function BlockDialog({
  address,
  onClose,
}: {
  address: string;
  onClose: () => void;
}) {
  const block = useSave(() => inbox.saveContact({ address, blocked: true }), {
    reads: [KEYS.contacts],
    says: t`Blocked`,
    showsError: true,
  });
  return (
    <Dialog title={t`Block the sender?`} isOpen onClose={onClose}>
      <p className="mb-4">
        {rich`${<bdi className="font-semibold">{address}</bdi>} won't be able to start a conversation with you and won't be notified. This one stays. You can undo this in Settings, Contacts.`}
      </p>
      <Failure error={block.error} />
      <DialogAnswers
        leave={t`Go back`}
        act={t`Block`}
        isBad
        isBusy={block.isPending}
        onLeave={onClose}
        onAct={() => block.mutate(undefined, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
