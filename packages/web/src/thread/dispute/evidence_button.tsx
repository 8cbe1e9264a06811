import { useState } from "react";
import { inbox } from "../../api/client.ts";
import { sentenceOf } from "../../api/problem.ts";
import { toast } from "../../shell/toasts.ts";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save_file.ts";
import { t } from "../../ui/t.ts";

/** Downloads all that the person may read of the dispute as one file that proves itself. */
export function EvidenceButton({ conversationId }: { conversationId: string }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const answer = await inbox.getDisputeEvidence({ conversationId });
      saveFile(await answer.blob(), `evidence-${conversationId}.zip`);
    } catch (error) {
      toast({ text: sentenceOf(error), isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="btn"
      title={t`One ZIP file with the thread, the files, the terms, the receipts and the records that prove them.`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && download()}
    >
      <Icon name="file" size={16} />{" "}
      {isBusy ? t`Downloading…` : t`Download the evidence`}
    </button>
  );
}
