import { useState } from "react";
import { DiscardDialog } from "./discard_dialog.tsx";
import type { Draft } from "./use_draft.ts";
import { isAddress, isBlank, isPrice } from "./written.ts";

/** Send, throw away, and how safe the draft is. */
export function Actions({ draft }: { draft: Draft }) {
  const { id, written, saving, send, discard } = draft;
  const [isAsking, setAsking] = useState(false);
  const isEmpty = id === undefined && isBlank(written);
  const all = [...written.to, ...written.cc, ...written.bcc];
  const wrong = !all.length
    ? "Add somebody to send it to."
    : !all.every(isAddress)
      ? "One address is not an address."
      : !isPrice(written.price)
        ? "The price is not an amount."
        : written.release === "converted" &&
            written.price !== "" &&
            written.action.trim() === ""
          ? "Say what must have happened before the money is released."
          : undefined;
  const words = {
    nothing: "",
    saving: "Saving…",
    saved: "Saved as a draft",
    kept: `On this device only. ${saving.why ?? ""}`,
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={wrong !== undefined || send.isPending}
        aria-describedby="why-not"
        onClick={(event) => {
          if (wrong !== undefined || send.isPending) event.preventDefault();
        }}
      >
        Send
      </button>
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() => (isEmpty ? discard.mutate() : setAsking(true))}
      >
        Discard
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
      <p role="status" aria-label="Draft" className="hint ml-auto">
        {words[saving.state]}
      </p>
    </div>
  );
}
