import { useState } from "react";
import { actionOf } from "../../api/actions.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { Field, Options } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";
import type { Dispute } from "./dispute_words.ts";
import { REASONS } from "./dispute_words.ts";
import type { Naming } from "./split_dialog.tsx";
import { SplitDialog } from "./split_dialog.tsx";

const OPENING: Naming = {
  path: "dispute",
  label: t`How much should go back to you?`,
  textLabel: t`What is wrong?`,
  isTextNeeded: true,
  hasEvidence: true,
  start: "",
  says: t`Dispute opened`,
};

/** Opens a dispute: the reason, the words, the number and what shows it. */
export function OpenDisputeDialog({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const action = actionOf(conversation, "dispute");
  const [reason, setReason] = useState<Dispute["reason"]>("not_as_agreed");
  if (!action) return null;
  const total = action.money?.amount ?? conversation.payment.price;
  return (
    <SplitDialog
      conversation={conversation}
      action={action}
      total={total}
      naming={{ ...OPENING, start: total.amount }}
      more={{ reason }}
      onClose={onClose}
    >
      <Field label={t`Reason`}>
        {(ties) => (
          <select
            className="field"
            {...ties}
            value={reason}
            onChange={({ target }) =>
              setReason(target.value as Dispute["reason"])
            }
          >
            <Options of={Object.entries(REASONS)} />
          </select>
        )}
      </Field>
    </SplitDialog>
  );
}

const PROPOSING: Naming = {
  path: "dispute/answer",
  label: t`How much should go back?`,
  textLabel: t`Your words (optional)`,
  isTextNeeded: false,
  hasEvidence: true,
  start: "",
  says: t`Split proposed`,
};

const RULING: Naming = {
  path: "dispute/ruling",
  label: t`How much goes back?`,
  textLabel: t`Your reasons`,
  isTextNeeded: true,
  hasEvidence: false,
  start: "",
  says: t`Decided`,
  isFinal: true,
};

/** A button that asks for a number of an open dispute: another split, or the ruling. */
export function NumberButton({
  conversation,
  action,
  className = "btn",
}: {
  conversation: Conversation;
  action: Action;
  className?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const amount = conversation.terms?.dispute?.amount;
  return (
    <>
      <button
        type="button"
        className={className}
        title={action.effect}
        onClick={() => setOpen(true)}
      >
        {action.title}
      </button>
      {isOpen && amount && (
        <SplitDialog
          conversation={conversation}
          action={action}
          total={amount}
          naming={action.name === "rule" ? RULING : PROPOSING}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The button that opens a dispute. */
export function OpenDisputeButton({
  conversation,
}: {
  conversation: Conversation;
}) {
  const [isOpen, setOpen] = useState(false);
  const action = actionOf(conversation, "dispute");
  if (!action?.ready) return null;
  return (
    <>
      <button
        type="button"
        className="btn"
        title={action.effect}
        onClick={() => setOpen(true)}
      >
        {action.title}
      </button>
      {isOpen && (
        <OpenDisputeDialog
          conversation={conversation}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
