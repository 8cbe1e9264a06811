import type { Conversation } from "../../api/types.ts";
import { CodeBlock } from "../../ui/code_block.tsx";
import { moneyText } from "../../ui/money/money.tsx";
import { ReceiptLink } from "../../ui/receipt_link.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { Condition } from "./condition.tsx";

/** The receipt that the payee has signed. */
export function ReceiptCard({
  conversation: { id, payment },
}: {
  conversation: Conversation;
}) {
  const { receipt } = payment;
  if (!receipt) return null;
  return (
    <section
      aria-label={t`Receipt`}
      className="mb-6 ms-10 rounded-xl border border-line bg-card px-4 py-3 text-sm"
    >
      <h2 className="mb-1 font-semibold">{t`Receipt`}</h2>
      <p>
        {rich`Signed by ${<bdi>{payment.signedBy?.label}</bdi>} (${<bdi>{receipt.signer.address}</bdi>}), ${<Time at={receipt.signedAt} />}.`}
        {payment.releasedAt &&
          payment.onItsWay !== "capture" &&
          ` ${t`${moneyText(payment)} was released.`}`}
      </p>
      {payment.condition && (
        <p>
          {rich`The sender's condition: ${<Condition payment={payment} />}`}
        </p>
      )}
      {receipt.evidence.statement && (
        <p className="mt-2 whitespace-pre-wrap">
          <bdi>{receipt.evidence.statement}</bdi>
        </p>
      )}
      <p className="mt-2">
        <ReceiptLink conversationId={id} words={t`Print the receipt`} />
      </p>
      <details className="mt-2">
        <summary className="hint">{t`The signed receipt`}</summary>
        <CodeBlock
          label={t`The signed receipt`}
          text={JSON.stringify(receipt, null, 2)}
        />
      </details>
    </section>
  );
}
