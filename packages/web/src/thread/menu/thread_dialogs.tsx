import type { Action, Conversation } from "../../api/types.ts";
import { OpenDisputeDialog } from "../dispute/dispute_dialogs.tsx";
import { ProposeDialog } from "../money/propose_dialog.tsx";
import { AssignDialog } from "../team/assign_dialog.tsx";
import { NoteDialog } from "../team/note_dialog.tsx";
import { BlockDialog } from "./block_dialog.tsx";
import { CancelDialog } from "./cancel_dialog.tsx";
import { LabelsDialog } from "./labels_dialog.tsx";
import { ReportDialog } from "./report_dialog.tsx";
import type { Asking } from "./thread_choices.ts";

/** The dialog that a choice of the menu has opened. */
export function ThreadDialogs({
  conversation,
  asking,
  ending,
  otherAddress,
  onClose,
}: {
  conversation: Conversation;
  asking: Asking | undefined;
  ending: Action | undefined;
  /** The address to block or report. */
  otherAddress: string | undefined;
  onClose: () => void;
}) {
  const { id } = conversation;
  return (
    <>
      {ending && (
        <CancelDialog
          id={id}
          action={ending}
          isOpen={asking === "cancel"}
          onClose={onClose}
        />
      )}
      {asking === "labels" && (
        <LabelsDialog conversation={conversation} onClose={onClose} />
      )}
      {asking === "assign" && (
        <AssignDialog conversation={conversation} onClose={onClose} />
      )}
      {asking === "note" && <NoteDialog id={id} onClose={onClose} />}
      {asking === "propose" && (
        <ProposeDialog conversation={conversation} onClose={onClose} />
      )}
      {asking === "dispute" && (
        <OpenDisputeDialog conversation={conversation} onClose={onClose} />
      )}
      {asking === "block" && otherAddress !== undefined && (
        <BlockDialog address={otherAddress} onClose={onClose} />
      )}
      {asking === "report" && otherAddress !== undefined && (
        <ReportDialog
          address={otherAddress}
          conversationId={id}
          onClose={onClose}
        />
      )}
    </>
  );
}
