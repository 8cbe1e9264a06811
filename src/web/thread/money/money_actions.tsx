import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { AskAmount } from "./ask_amount.tsx";

/** What the person can do about the money: pay, ask for more, give or ask it back. */
export function MoneyActions({ conversation }: { conversation: Conversation }) {
  const fund = actionOf(conversation, "fund");
  const raise = actionOf(conversation, "raise_price");
  const keep = actionOf(conversation, "keep_price");
  const refund = actionOf(conversation, "refund");
  const askBack = actionOf(conversation, "request_refund");
  const { id, payment } = conversation;
  const { amount } = payment.price;
  return (
    <>
      {/* A higher price is agreed to where it is asked for, beside what is written of it. */}
      {fund?.money?.moves === "hold" && (
        <MoneyAct
          id={id}
          action={fund}
          path="fund"
          price={payment.requirements?.price.amount ?? amount}
          says="Paid: the price is held"
          isMain
        />
      )}
      {raise?.ready && (
        <AskAmount
          id={id}
          action={raise}
          path="price"
          amount={{ field: "price", label: "The whole price", start: amount }}
          says="The sender is asked"
        />
      )}
      {keep?.ready && (
        <MoneyAct
          id={id}
          action={keep}
          path="price"
          price={amount}
          says="The price stays as it is"
        />
      )}
      {refund?.ready && (
        <AskAmount
          id={id}
          action={refund}
          path="refund"
          amount={{
            field: "amount",
            label: "Amount",
            start: refund.money?.amount.amount ?? amount,
          }}
          says="Given back"
        />
      )}
      {askBack?.ready && (
        <AskAmount
          id={id}
          action={askBack}
          path="refund-request"
          amount={{
            field: "amount",
            label: "Amount",
            start: "",
            hasReason: true,
          }}
          says="The payee is asked"
        />
      )}
    </>
  );
}

/** Done with one press; says what comes of it, or why it cannot be done yet. */
function MoneyAct({
  id,
  action: { title, effect, ready, because },
  path,
  price,
  says,
  isMain = false,
}: {
  id: string;
  action: Action;
  path: "fund" | "price";
  price: string;
  says: string;
  isMain?: boolean;
}) {
  const act = useAct(id, path, { says });
  const mayAct = ready && !act.isPending;
  return (
    <>
      <p className="mb-2">{ready ? effect : because?.detail}</p>
      <button
        type="button"
        className={`btn mb-2 ${isMain ? "btn-main" : ""}`}
        aria-disabled={!mayAct}
        onClick={() => mayAct && act.mutate({ price })}
      >
        {title}
      </button>
    </>
  );
}
