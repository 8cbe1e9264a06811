import type { Conversation } from "../../api/types.ts";
import { Badge } from "../../ui/badge.tsx";
import { moneyText, statusLook } from "../../ui/money.tsx";
import { Time, untilText } from "../../ui/time.tsx";
import { PAYMENT_WORDS } from "../../ui/words.ts";
import type { Own } from "../parties.ts";
import { MoneyActions } from "./money_actions.tsx";
import type { Step } from "./money_steps.ts";
import { stepsOf, whoMustAct } from "./money_steps.ts";

/** Where the money is, from held to released, and who must act next. */
export function Money({
  conversation,
  own,
}: {
  conversation: Conversation;
  own: Own;
}) {
  const { payment } = conversation;
  if (payment.status === "none") return null;
  const turn = whoMustAct(conversation, own);
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
        {stepsOf(conversation).map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </ol>
      {turn && <p className="mb-2 font-medium">{turn}</p>}
      <MoneyActions conversation={conversation} own={own} />
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

function StepItem({ step: { name, at, isDone } }: { step: Step }) {
  return (
    <li className="flex gap-2.5">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-3 shrink-0 rounded-full border-2 ${isDone ? "border-good bg-good" : "border-edge"}`}
      />
      <span className={isDone ? "" : "text-soft"}>
        <span className="sr-only">{isDone ? "Done: " : "To come: "}</span>
        {name}
        {at && (
          <span className="hint block">
            <Time at={at} />
          </span>
        )}
      </span>
    </li>
  );
}
