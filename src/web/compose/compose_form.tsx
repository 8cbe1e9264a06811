import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../core/base/limits.ts";
import { sentenceOf } from "../api/problem.ts";
import { toast } from "../shell/toasts.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Actions } from "./actions.tsx";
import { DraftFiles } from "./draft_files.tsx";
import type { DraftStart } from "./draft_saver.ts";
import { NobodyDialog } from "./nobody_dialog.tsx";
import { Recipients } from "./recipients.tsx";
import { Sender } from "./sender.tsx";
import { Terms } from "./terms.tsx";
import type { Draft } from "./use_draft.ts";
import { useDraft } from "./use_draft.ts";
import { usePreview, useUnheld } from "./use_preview.ts";
import { WhatHappens } from "./what_happens.tsx";
import { isPriced } from "./written.ts";

/** The form of a request; it saves itself. */
export function ComposeForm({
  start,
  ownAddress,
  onMade,
}: {
  start: DraftStart;
  ownAddress: string;
  /** Hears the id that the first save gave it. */
  onMade: (id: string) => void;
}) {
  const draft = useDraft(start, onMade);
  const { written, set } = draft;
  const [hasCopies, setCopies] = useState(
    start.written.cc.length + start.written.bcc.length > 0,
  );
  const preview = usePreview(written, draft.id);
  const found = preview?.recipients;
  const { check, nobody, setNobody } = useSending(draft);
  return (
    <form
      className="card p-4 md:p-6"
      aria-label="Request"
      onSubmit={(event) => {
        event.preventDefault();
        if (!check.isPending) check.mutate();
      }}
    >
      <Recipients
        label="To"
        hint="An address, then Enter: somebody here, or any email address."
        addresses={written.to}
        found={found}
        onChange={(to) => set({ to })}
      />
      {hasCopies ? (
        <>
          <Recipients
            label="Copy to"
            addresses={written.cc}
            found={found}
            onChange={(cc) => set({ cc })}
          />
          <Recipients
            label="Hidden copy to"
            hint="Only you and they themselves see that they are in it."
            addresses={written.bcc}
            found={found}
            onChange={(bcc) => set({ bcc })}
          />
        </>
      ) : (
        <button
          type="button"
          className="btn btn-quiet -mt-3 mb-3 -ml-3 text-accent"
          onClick={() => setCopies(true)}
        >
          Add copies
        </button>
      )}
      <TextField
        label="Title"
        maxLength={LIMITS.titleCharsMax}
        value={written.title}
        onText={(text) => set({ title: text })}
      />
      <TextArea
        label="Message"
        rows={8}
        maxLength={LIMITS.textCharsMax}
        value={written.text}
        onText={(text) => set({ text })}
      />
      <DraftFiles id={draft.id} idOf={draft.idOf} />
      <Terms written={written} set={set} />
      <Sender written={written} set={set} ownAddress={ownAddress} />
      <WhatHappens preview={preview} />
      <Actions draft={draft} />
      <NobodyDialog
        nobody={nobody}
        onClose={() => setNobody([])}
        onSend={() => {
          setNobody([]);
          draft.send.mutate();
        }}
      />
    </form>
  );
}

/** Sends a draft, once the person has confirmed what goes to addresses that nobody has. */
function useSending({ written, id, send }: Draft) {
  const unheld = useUnheld();
  const [nobody, setNobody] = useState<readonly string[]>([]);
  const check = useMutation({
    mutationFn: () => unheld(written, id),
    onSuccess: (found) => {
      // A price is refused there, with the name that was meant: nothing to confirm.
      const isSent = found.length === 0 || isPriced(written);
      if (isSent) send.mutate();
      else setNobody(found);
    },
    onError: (error) => toast({ text: sentenceOf(error), isError: true }),
  });
  return { check, nobody, setNobody };
}
