import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Preview } from "../api/types.ts";
import type { WrittenOrder } from "../offers/order_form.tsx";
import { OrderForm } from "../offers/order_form.tsx";
import { writeMark } from "../ui/marks/mark_keys.ts";
import { amountError } from "../ui/money/typed_amount.ts";
import { t } from "../ui/t.ts";
import { Actions } from "./actions.tsx";
import { Addressed } from "./addressed.tsx";
import { AgentNotes } from "./agent_note.tsx";
import { droppedTo, useAttach } from "./attach.ts";
import { DraftFiles } from "./draft_files.tsx";
import type { DraftStart } from "./draft_saver.ts";
import { NobodyDialog } from "./nobody_dialog.tsx";
import { OfferChoice } from "./offer_choice.tsx";
import { isElsewhere } from "./resolved.ts";
import { Scheduled } from "./scheduled.tsx";
import { Sender } from "./sender.tsx";
import { ArbiterField } from "./terms/arbiter.tsx";
import { Deadlines } from "./terms/deadlines.tsx";
import { Terms } from "./terms/terms.tsx";
import type { Draft } from "./use_draft.ts";
import { useDraft } from "./use_draft.ts";
import { usePreview } from "./use_preview.ts";
import { useSending } from "./use_sending.ts";
import { WhatHappens } from "./what_happens.tsx";
import { wrongIn } from "./written.ts";

/** The form of a request, below its title bar; it saves itself. */
export function ComposeForm({
  start,
  ownAddress,
  isSmall,
  head,
  onMade,
  onClose,
}: {
  start: DraftStart;
  ownAddress: string;
  /** True while only the title bar is shown. */
  isSmall: boolean;
  head: (title: string) => ReactNode;
  /** Called with the id from the first save. */
  onMade: (id: string) => void;
  /** Called once it is sent or discarded. */
  onClose: () => void;
}) {
  const draft = useDraft(start, { onMade, onClose });
  const { written, set } = draft;
  const preview = usePreview(draft);
  const { order, setOrder, isThere } = useOrder(draft, preview);
  const { check, nobody, setNobody, sendSoon } = useSending(draft);
  const attach = useAttach(draft.idOf);
  const form = useRef<HTMLFormElement>(null);
  const { title, text } = useFocusOnNext(start);
  return (
    <>
      {head(written.title)}
      <form
        ref={form}
        hidden={isSmall}
        className="flex min-h-0 flex-1 flex-col"
        aria-label={t`Request`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!check.isPending) check.mutate(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey))
            return;
          event.preventDefault();
          if (wrongIn(written) === undefined) form.current?.requestSubmit();
        }}
        {...droppedTo(attach)}
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <Addressed
            start={start}
            written={written}
            set={set}
            found={preview?.recipients}
          />
          <input
            ref={title}
            className="min-h-11 shrink-0 border-faint border-b bg-transparent px-4 font-semibold text-title outline-none focus-visible:inset-shadow-focus"
            aria-label={t`Title`}
            placeholder={t`Title`}
            maxLength={LIMITS.titleCharsMax}
            value={written.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          {order && (
            <OrderForm
              order={order}
              to={written.to[0] ?? ""}
              isThere={isThere}
              error={draft.send.error}
              onChange={setOrder}
            />
          )}
          <textarea
            ref={text}
            className="field-sizing-content min-h-24 flex-1 resize-none bg-transparent px-4 py-3 text-read outline-none focus-visible:inset-shadow-focus"
            aria-label={t`Message`}
            placeholder={
              order
                ? t`Anything to add? Markdown works.`
                : t`Say what you need. Markdown works.`
            }
            maxLength={LIMITS.textCharsMax}
            value={written.text}
            onKeyDown={writeMark}
            onChange={({ target }) => set({ text: target.value })}
          />
          <DraftFiles id={draft.id} going={attach.going} />
          {!order && (
            <OwnTerms {...{ written, set, isThere, onChoose: setOrder }} />
          )}
          <Sender written={written} set={set} ownAddress={ownAddress} />
          <AgentNotes recipients={preview?.recipients} />
          {!amountError(written.price) && <WhatHappens preview={preview} />}
        </div>
        <Scheduled id={draft.id} />
        <Actions
          draft={draft}
          attach={attach}
          onLater={(sendAt) => {
            if (!check.isPending) check.mutate({ sendAt });
          }}
        />
        <NobodyDialog
          nobody={nobody}
          onClose={() => setNobody([])}
          onSend={() => {
            setNobody([]);
            sendSoon();
          }}
        />
      </form>
    </>
  );
}

/** An offer to take instead, and the terms of a request that orders none. */
function OwnTerms({
  isThere,
  onChoose,
  ...draft
}: Pick<Draft, "written" | "set"> &
  Omit<Parameters<typeof OfferChoice>[0], "to">) {
  return (
    <>
      <OfferChoice {...{ to: draft.written.to, isThere, onChoose }} />
      <Terms {...draft} />
      <Deadlines {...draft} />
      <ArbiterField {...draft} />
    </>
  );
}

/** The offer that the draft orders, and whether its seller is at another service. */
function useOrder({ written, set, send }: Draft, preview?: Preview) {
  const setOrder = (order?: WrittenOrder) => {
    send.reset();
    set({ order });
  };
  const isThere = isElsewhere(written.to[0], preview?.recipients);
  return { order: written.order, setOrder, isThere };
}

/** Focuses the title if there are recipients, or the text if there is a title, too. */
function useFocusOnNext({ written }: DraftStart) {
  const title = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const isAddressed = written.to.length > 0;
  const next = written.title === "" ? title : text;
  useEffect(() => {
    if (isAddressed) next.current?.focus();
  }, [isAddressed, next]);
  return { title, text };
}
