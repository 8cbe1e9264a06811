import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation, Payment } from "../../api/types.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextArea } from "../../ui/field.tsx";
import { amountTyped } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import { nameAt } from "./dispute_words.ts";
import { EvidenceChoice } from "./evidence_choice.tsx";
import type { Named } from "./split_field.tsx";
import { SplitField, splitOf } from "./split_field.tsx";

/** An act of a dispute that names how much goes back. */
export interface Naming {
  readonly path: "dispute" | "dispute/answer" | "dispute/ruling";
  /** The label of the number. */
  readonly label: string;
  readonly textLabel: string;
  readonly isTextNeeded: boolean;
  readonly hasEvidence: boolean;
  /** The number that it begins with; empty for none. */
  readonly start: string;
  /** The text once it is done. */
  readonly says: string;
  /** True for what cannot be undone. */
  readonly isFinal?: boolean;
}

/** The numbers that stand, to begin with one of them. */
function standing(conversation: Conversation): readonly Named[] {
  const splits = conversation.terms?.dispute?.splits ?? [];
  return splits
    .filter(({ status }) => status === "open")
    .map(({ by, return: amount }) => ({
      name: nameAt(conversation, by),
      amount,
    }));
}

/** Asks how much goes back, and why; further fields are its children. */
export function SplitDialog({
  conversation,
  action: { title, effect },
  total,
  naming,
  more,
  children,
  onClose,
}: {
  conversation: Conversation;
  action: Action;
  total: Payment["price"];
  naming: Naming;
  /** What else is sent. */
  more?: Readonly<Record<string, unknown>>;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { path, isTextNeeded, hasEvidence } = naming;
  const [typed, setTyped] = useState(amountTyped(naming.start));
  const [text, setText] = useState("");
  const [evidence, setEvidence] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const { id, payment, terms } = conversation;
  const act = useAct(id, path, { says: naming.says, showsError: true });
  const back = splitOf(typed, total);
  const lacksText = isTextNeeded && text.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React, events also bubble to the form around a dialog.
    event.stopPropagation();
    setTried(true);
    if (act.isPending || back === undefined || lacksText) return;
    const words = text.trim();
    const said = {
      ...more,
      return: back,
      ...(words !== "" && { text: words }),
      ...(evidence.length > 0 && { evidence }),
    };
    act.mutate(said, { onSuccess: onClose });
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="mb-4">
          {effect} {naming.isFinal && t`You can't undo this.`}
        </p>
        {children}
        <SplitField
          label={naming.label}
          total={total}
          typed={typed}
          isTried={isTried}
          named={standing(conversation)}
          payer={nameAt(conversation, payment.payer?.address ?? "")}
          payee={nameAt(conversation, payment.payee?.address ?? "")}
          onText={setTyped}
        />
        <TextArea
          label={naming.textLabel}
          hint={
            terms?.arbiter === undefined
              ? t`Both sides can read this.`
              : t`Both sides and the arbiter can read this.`
          }
          error={isTried && lacksText ? t`Say why.` : undefined}
          rows={3}
          required={isTextNeeded}
          maxLength={LIMITS.reasonCharsMax}
          value={text}
          onText={setText}
        />
        {hasEvidence && (
          <EvidenceChoice
            conversation={conversation}
            chosen={evidence}
            onChosen={setEvidence}
          />
        )}
        <Failure error={act.error} />
        <DialogAnswers
          leave={t`Cancel`}
          act={title}
          isBusy={act.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
