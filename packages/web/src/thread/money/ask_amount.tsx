import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import { PayByWallet } from "../../wallet/pay_by_wallet.tsx";

/** The field for an act's amount, named as in its operation. */
export interface Amount {
  readonly field: "price" | "amount";
  readonly label: string;
  /** The initial value; if it is empty, no amount means all of it. */
  readonly start: string;
  /** True if it has a reason that the other side reads. */
  readonly hasReason?: boolean;
}

/** A button that asks for an amount before it acts. */
export function AskAmount({
  id,
  action: { title, effect },
  path,
  amount: { field, label, start, hasReason },
  says,
  byWallet,
}: {
  id: string;
  action: Action;
  path: "price" | "refund" | "refund-request";
  amount: Amount;
  /** The text once it is done. */
  says: string;
  /** The conversation, if a wallet pays the amount back. */
  byWallet?: Conversation | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState(amountTyped(start));
  const [reason, setReason] = useState("");
  const wrong = amountError(amount);
  const typed = readAmount(amount);
  const ask = useAct(id, path, { says, showsError: true });
  const json = {
    ...(typed !== undefined && { [field]: typed }),
    ...(hasReason && { reason }),
  };
  const open = () => {
    ask.reset();
    setAmount(amountTyped(start));
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="btn mb-2" onClick={open}>
        {title}
      </button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (ask.isPending || byWallet || wrong) return;
            ask.mutate(json, { onSuccess: close });
          }}
        >
          <p className="mb-4">{effect}</p>
          <TextField
            label={label}
            hint={
              start === ""
                ? t`In USDC. Leave empty for the full amount.`
                : t`In USDC.`
            }
            error={wrong}
            className="field max-w-40"
            inputMode="decimal"
            required={start !== ""}
            value={amount}
            onText={setAmount}
          />
          {hasReason && (
            <TextArea
              label={t`Reason (optional)`}
              hint={t`The payee will read this.`}
              rows={2}
              maxLength={LIMITS.reasonCharsMax}
              value={reason}
              onText={setReason}
            />
          )}
          <Failure error={ask.error} />
          {byWallet && !wrong ? (
            <PayByWallet
              conversation={byWallet}
              act="refund"
              json={json}
              onPaid={close}
            />
          ) : (
            <DialogAnswers
              leave={t`Cancel`}
              act={title}
              isBusy={ask.isPending}
              onLeave={close}
            />
          )}
        </form>
      </Dialog>
    </>
  );
}
