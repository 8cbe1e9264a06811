import type { Conversation, Payment } from "../../api/types.ts";
import { Badge } from "../../ui/badge.tsx";
import { moneyText, statusLook } from "../../ui/money.tsx";
import { Time, untilText } from "../../ui/time.tsx";
import { OUTCOME_WORDS, PAYMENT_WORDS } from "../../ui/words.ts";
import { Condition } from "./condition.tsx";
import { MoneyActions } from "./money_actions.tsx";

/** Where the money is, from held to released, and who must act next. */
export function Money({ conversation }: { conversation: Conversation }) {
  const { payment, nextStep } = conversation;
  if (payment.status === "none") return null;
  return (
    <section className="card mb-4 p-4" aria-label="Money">
      <h2 className="mb-1 font-semibold">Money</h2>
      <p className="mb-3 flex flex-wrap items-center gap-2 text-lg">
        {moneyText(payment)}
        <Badge look={statusLook(payment.status)}>
          {PAYMENT_WORDS[payment.status]}
        </Badge>
      </p>
      <ol className="mb-3 space-y-2">
        {payment.steps?.map((step) => (
          <StepItem key={step.name} step={step} payment={payment} />
        ))}
      </ol>
      {nextStep.who !== "nobody" && (
        <p className="mb-2 font-medium">
          {nextStep.who === "you" && "Your turn: "}
          <bdi>{nextStep.text}</bdi>
        </p>
      )}
      <MoneyActions conversation={conversation} />
      {payment.refundRequest && <AskedBack request={payment.refundRequest} />}
      {payment.refunded && (
        <p className="mb-2">Given back: {payment.refunded.amount} USDC.</p>
      )}
      {payment.fee && payment.fee.amountAtomic !== "0" && (
        <p className="hint">
          The service keeps {payment.fee.amount} USDC of it.
        </p>
      )}
      {payment.status === "held" && payment.captureBefore && (
        <p className="hint">
          If nothing happens, the money goes back on{" "}
          <Time at={payment.captureBefore} /> (
          {untilText(payment.captureBefore)}
          ).
        </p>
      )}
      {payment.voidReason && (
        <p className="hint">Why: {payment.voidReason.replaceAll("_", " ")}</p>
      )}
    </section>
  );
}

type Request = NonNullable<Payment["refundRequest"]>;

/** What the payer asked to get back, and what the payee said to it. */
function AskedBack({
  request: { amount, reason, outcome, by, comment },
}: {
  request: Request;
}) {
  return (
    <p className="mb-2">
      Asked back: {amount.amount} {amount.currency}
      {reason && (
        <>
          , <q>{reason}</q>
        </>
      )}
      . {OUTCOME_WORDS[outcome]}
      {comment && (
        <>
          : <q>{comment}</q>
        </>
      )}
      {by && (
        <>
          {" "}
          (until <Time at={by} />)
        </>
      )}
      .
    </p>
  );
}

type Step = NonNullable<Payment["steps"]>[number];

function StepItem({
  step: { name, text, at, done },
  payment,
}: {
  step: Step;
  payment: Payment;
}) {
  return (
    <li className="flex gap-2.5">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-3 shrink-0 rounded-full border-2 ${done ? "border-good bg-good" : "border-edge"}`}
      />
      <span className={done ? "" : "text-soft"}>
        <span className="sr-only">{done ? "Done: " : "To come: "}</span>
        {name === "condition" ? (
          <>
            Condition: <Condition payment={payment} />
          </>
        ) : (
          text
        )}
        {at && (
          <span className="hint block">
            <Time at={at} />
          </span>
        )}
      </span>
    </li>
  );
}
