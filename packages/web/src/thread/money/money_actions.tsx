import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { t } from "../../ui/t.ts";
import { AskAmount } from "./ask_amount.tsx";

/** The person's acts on the money: raise the price, refund, ask for a refund. */
export function MoneyActions({ conversation }: { conversation: Conversation }) {
  const raise = actionOf(conversation, "raise_price");
  const keep = actionOf(conversation, "keep_price");
  const refund = actionOf(conversation, "refund");
  const sign = actionOf(conversation, "sign_receipt");
  const askBack = actionOf(conversation, "request_refund");
  const { id, payment } = conversation;
  const { amount } = payment.price;
  return (
    <>
      {raise?.ready && (
        <AskAmount
          id={id}
          action={raise}
          path="price"
          amount={{ field: "price", label: t`Total price`, start: amount }}
          says={t`The sender has been asked`}
        />
      )}
      {sign?.because && (
        <p className="mb-2">
          {sign.title}: {sign.because.detail}
        </p>
      )}
      {keep?.ready && <KeepPrice id={id} action={keep} price={amount} />}
      {refund?.ready && (
        <AskAmount
          id={id}
          action={refund}
          path="refund"
          amount={{
            field: "amount",
            label: t`Amount`,
            start: refund.money?.amount.amount ?? amount,
          }}
          says={t`Refunded`}
          byWallet={payment.rail === "x402" ? conversation : undefined}
        />
      )}
      {askBack?.ready && (
        <AskAmount
          id={id}
          action={askBack}
          path="refund-request"
          amount={{
            field: "amount",
            label: t`Amount`,
            start: "",
            hasReason: true,
          }}
          says={t`The payee has been asked`}
        />
      )}
    </>
  );
}

/** A single click, with a notice of the result. */
function KeepPrice({
  id,
  action: { title, effect },
  price,
}: {
  id: string;
  action: Action;
  price: string;
}) {
  const keep = useAct(id, "price", { says: t`Price unchanged` });
  return (
    <>
      <p className="mb-2">{effect}</p>
      <button
        type="button"
        className="btn mb-2"
        aria-disabled={keep.isPending}
        onClick={() => !keep.isPending && keep.mutate({ price })}
      >
        {title}
      </button>
    </>
  );
}
