import { useState } from "react";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api, onceKey } from "../../api/client.ts";
import { useBalance } from "../../api/queries.ts";
import type { Balance, Conversation } from "../../api/types.ts";
import { amountText } from "../../ui/money.tsx";
import type { Own } from "../parties.ts";
import { AmountDialog } from "./amount_dialog.tsx";

/** What the person can do about the money themself: pay, ask for more, give back. */
export function MoneyActions({
  conversation,
  own,
}: {
  conversation: Conversation;
  own: Own;
}) {
  const { payment, state } = conversation;
  if (own.isSender && payment.requirements) {
    return <Fund conversation={conversation} />;
  }
  if (!own.isPayee) return null;
  if (payment.status === "held" && state === "working") {
    return (
      <Ask
        conversation={conversation}
        act="price"
        label="Ask for a higher price"
        says={`${payment.price.amount} USDC stays held. The sender pays the rest or refuses; until then the work waits.`}
      />
    );
  }
  const isRefundable =
    payment.refundBefore !== undefined &&
    Date.parse(payment.refundBefore) > Date.now();
  return payment.status === "released" && isRefundable ? (
    <Ask
      conversation={conversation}
      act="refund"
      label="Give money back"
      says="The amount leaves your balance and goes to the sender at once."
    />
  ) : null;
}

function Fund({ conversation }: { conversation: Conversation }) {
  const { requirements } = conversation.payment;
  const fund = useChange(
    () =>
      api<Changed>(`/v1/conversations/${conversation.id}/fund`, {
        method: "POST",
        json: { price: requirements?.price.amount },
        headers: onceKey(),
      }),
    { says: "Paid: the price is held" },
  );
  const { data: balance } = useBalance();
  if (!requirements) return null;
  const { price, needed } = requirements;
  const available = balance?.available;
  const missing = available && micro(needed) - micro(available);
  return (
    <>
      <p className="mb-2">
        The whole price is {price.amount} USDC
        {price.amount !== needed.amount &&
          `; ${needed.amount} USDC is still to be held`}
        .{available && ` Your balance is ${available.amount} USDC.`}
        {missing !== undefined &&
          missing > 0 &&
          ` ${amountText(missing)} USDC is missing: you can pay here once it is there.`}
      </p>
      {missing !== undefined && missing <= 0 && (
        <button
          type="button"
          className="btn btn-main mb-2"
          aria-disabled={fund.isPending}
          onClick={() => !fund.isPending && fund.mutate(undefined)}
        >
          Pay {needed.amount} USDC
        </button>
      )}
    </>
  );
}

function micro({ amountAtomic }: Balance["available"]): number {
  return Number(amountAtomic);
}

function Ask({
  conversation,
  act,
  label,
  says,
}: {
  conversation: Conversation;
  act: "price" | "refund";
  label: string;
  says: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const ask = useChange(
    (amount: string) =>
      api<Changed>(`/v1/conversations/${conversation.id}/${act}`, {
        method: "POST",
        json: act === "price" ? { price: amount } : { amount },
        headers: onceKey(),
      }),
    {
      says: act === "price" ? "The sender is asked" : "Given back",
      showsError: true,
    },
  );
  return (
    <>
      <button type="button" className="btn mb-2" onClick={() => setOpen(true)}>
        {label}
      </button>
      <AmountDialog
        title={label}
        says={says}
        label={act === "price" ? "The whole price" : "Amount"}
        start={conversation.payment.price.amount}
        error={ask.error}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={(amount) =>
          ask.mutate(amount, { onSuccess: () => setOpen(false) })
        }
      />
    </>
  );
}
