import { useState } from "react";
import { FilePicker } from "../thread/files/file_picker.tsx";
import { Icon } from "../ui/icon.tsx";
import { Key, MOD_KEY } from "../ui/key.tsx";
import { t } from "../ui/t.ts";
import type { Attach } from "./attach.ts";
import { DiscardDialog } from "./discard_dialog.tsx";
import { LaterButton } from "./later_button.tsx";
import { TemplateButton } from "./templates/template_button.tsx";
import type { Draft } from "./use_draft.ts";
import { isBlank, wrongIn } from "./written.ts";

/**
 * Buttons to send, send later, attach and discard, and whether the draft is saved: always
 * visible.
 */
export function Actions({
  draft,
  attach,
  onLater,
}: {
  draft: Draft;
  attach: Attach;
  onLater: (sendAt: string) => void;
}) {
  const { id, written, saving, send, discard, choice } = draft;
  const [isAsking, setAsking] = useState(false);
  const isEmpty = id === undefined && isBlank(written);
  const wrong = wrongIn(written);
  const isOff = wrong !== undefined || send.isPending;
  const words = {
    nothing: "",
    saving: t`Saving…`,
    saved: t`Saved as a draft`,
    kept: t`Saved on this device only. ${saving.why ?? ""}`,
    changed: t`This draft was changed in another tab.`,
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-faint border-t px-4 py-2.5">
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={isOff}
        aria-describedby="why-not"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={(event) => {
          if (isOff) event.preventDefault();
        }}
      >
        {t`Send`} <Key name={`${MOD_KEY}↵`} look="key-on-accent" />
      </button>
      <LaterButton isOff={isOff} onChosen={onLater} />
      <FilePicker isSmall onChosen={attach.add} />
      <TemplateButton draft={draft} />
      <button
        type="button"
        className="icon-btn"
        aria-label={t`Discard`}
        title={t`Discard`}
        onClick={() => (isEmpty ? discard.mutate() : setAsking(true))}
      >
        <Icon name="bin" />
      </button>
      <DiscardDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          discard.mutate();
        }}
      />
      <p id="why-not" className="hint">
        {wrong}
      </p>
      <p
        role="status"
        aria-label={t`Draft`}
        className="ml-auto text-quiet text-xs"
      >
        {words[saving.state]}
      </p>
      {saving.state === "changed" && (
        <>
          <button type="button" className="btn" onClick={choice.takeTheirs}>
            {t`Use the other text`}
          </button>
          <button type="button" className="btn" onClick={choice.keepOwn}>
            {t`Keep this text`}
          </button>
        </>
      )}
    </div>
  );
}
