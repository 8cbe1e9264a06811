import type { Conversation, Payment } from "../../api/types.ts";
import { Badge } from "../../ui/badge.tsx";
import { isFrozen } from "../../ui/frozen.ts";
import { Icon } from "../../ui/icon.tsx";
import { moneyText, shownAmount, statusLook } from "../../ui/money/money.tsx";
import { ReceiptLink } from "../../ui/receipt_link.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time, untilText } from "../../ui/time.tsx";
import { OUTCOME_WORDS, paymentState, voidWords } from "../../ui/words.ts";
import { OnItsWay } from "../../wallet/on_its_way.tsx";
import { Condition } from "./condition.tsx";
import { Milestones } from "./milestones.tsx";
import { MoneyActions } from "./money_actions.tsx";
import { Reclaim } from "./reclaim.tsx";

/** The price and its status. */
export function Standing({ payment }: { payment: Payment }) {
  if (payment.status === "none") return null;
  const { label, status } = payment;
  const price = shownAmount(payment);
  return (
    <Badge look={statusLook(status)}>
      {moneyText({ price, label })} {paymentState(payment)}
    </Badge>
  );
}

/** The stages of the price in a line that opens: each step, and the acts. */
export function Money({ conversation }: { conversation: Conversation }) {
  const { payment } = conversation;
  // The archive of an imported one shows the final status only.
  if (payment.status === "none" || conversation.imported) return null;
  return (
    <section aria-label={t`Money`} className="mt-2">
      <details className="group">
        <summary className="flex list-none items-center gap-x-3 [&::-webkit-details-marker]:hidden">
          <Steps conversation={conversation} />
          <span className="shrink-0 group-open:rotate-180">
            <Icon name="down" size={14} />
          </span>
        </summary>
        <div className="mt-3 border-line border-s-2 ps-4">
          <Way conversation={conversation} />
        </div>
      </details>
      <Milestones conversation={conversation} />
      {payment.onItsWay && payment.onItsWay !== "hold" && !payment.reclaim && (
        <OnItsWay what={payment.onItsWay} />
      )}
      {payment.reclaim && <Reclaim payment={payment} />}
      {payment.refundRequest && (
        <AskedBack request={payment.refundRequest} label={payment.label} />
      )}
      {payment.released &&
        payment.status === "held" &&
        !conversation.terms?.milestones && (
          <p className="mt-2">{t`Paid so far: ${moneyText({ price: payment.released, label: payment.label })}.`}</p>
        )}
      {payment.released && payment.returned && (
        <p className="mt-2">{t`Paid: ${moneyText({ price: payment.released, label: payment.label })}. Returned: ${moneyText({ price: payment.returned, label: payment.label })}.`}</p>
      )}
      {payment.refunded && (
        <p className="mt-2">{t`Refunded: ${moneyText({ price: payment.refunded, label: payment.label })}.`}</p>
      )}
    </section>
  );
}

/** The stages of the money as small steps, one of which is current unless the price is frozen. */
function Steps({ conversation }: { conversation: Conversation }) {
  const { steps = [] } = conversation.payment;
  const now = isFrozen(conversation)
    ? undefined
    : steps.find(({ done }) => !done);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-y-1 text-xs">
      {steps.map((step, index) => (
        <span key={step.name} className="flex items-center">
          {index > 0 && (
            <span className="mx-2 h-px w-5 bg-line max-md:mx-1.5 max-md:w-2.5" />
          )}
          <span
            className={`mr-1.5 size-1.75 rounded-full border-[1.5px] ${lookOf(step, now)}`}
          />
          <span
            aria-hidden="true"
            className={
              step === now ? "font-semibold" : step.done ? "" : "text-quiet"
            }
          >
            {step.label}
          </span>
          <span className="sr-only">
            {step.done ? t`Done: ${step.text}` : t`Upcoming: ${step.text}`}
          </span>
        </span>
      ))}
    </span>
  );
}

function lookOf(step: Step, now: Step | undefined): string {
  if (step.done) return "border-good bg-good";
  return step === now ? "border-accent ring-3 ring-accent-back" : "border-edge";
}

/** Each step with its time, the acts on the money, and what will happen to it. */
function Way({ conversation }: { conversation: Conversation }) {
  const { payment } = conversation;
  return (
    <>
      <ol className="mb-3 space-y-1.5">
        {payment.steps?.map((step) => (
          <StepItem key={step.name} step={step} payment={payment} />
        ))}
      </ol>
      <MoneyActions conversation={conversation} />
      {payment.receipt && (
        <p className="mb-2">
          <ReceiptLink conversationId={conversation.id} />
        </p>
      )}
      {payment.fee && payment.fee.amountAtomic !== "0" && (
        <p className="hint">{t`Service fee: ${moneyText({ price: payment.fee, label: payment.label })}.`}</p>
      )}
      {payment.status === "held" &&
        payment.captureBefore &&
        !payment.reclaim && (
          <p className="hint">
            {rich`If nothing happens, the money is returned on ${<Time at={payment.captureBefore} />} (${untilText(payment.captureBefore)}).`}
          </p>
        )}
      {payment.voidReason && (
        <p className="hint">{t`Why: ${voidWords(payment.voidReason)}`}</p>
      )}
    </>
  );
}

type Request = NonNullable<Payment["refundRequest"]>;

/** The payer's request for a refund, and the payee's answer. */
function AskedBack({
  request: { amount, reason, outcome, by, comment },
  label,
}: {
  request: Request;
  label: Payment["label"];
}) {
  const asked = moneyText({ price: amount, label });
  return (
    <p className="mt-2">
      {reason
        ? rich`Refund requested: ${asked}, ${<q>{reason}</q>}.`
        : rich`Refund requested: ${asked}.`}{" "}
      {OUTCOME_WORDS[outcome]}
      {comment && (
        <>
          : <q>{comment}</q>
        </>
      )}
      {by && <> ({rich`until ${<Time at={by} />}`})</>}.
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
        className={`mt-1.5 size-2 shrink-0 rounded-full border-[1.5px] ${done ? "border-good bg-good" : "border-edge"}`}
      />
      <span className={done ? "" : "text-soft"}>
        <span className="sr-only">{done ? t`Done:` : t`Upcoming:`} </span>
        {name === "condition"
          ? rich`Condition: ${<Condition payment={payment} />}`
          : text}
        {at && (
          <span className="hint block">
            <Time at={at} />
          </span>
        )}
      </span>
    </li>
  );
}
