import { useState } from "react";
import { LIMITS } from "../../../core/base/limits.ts";
import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { CodeBlock } from "../../ui/code_block.tsx";
import { TextArea } from "../../ui/field.tsx";
import { moneyText } from "../../ui/money.tsx";
import { Time } from "../../ui/time.tsx";
import { Condition } from "./condition.tsx";

/** The payee signs here that the condition is met; afterwards it shows the receipt. */
export function ReceiptCard({ conversation }: { conversation: Conversation }) {
  const { payment } = conversation;
  if (payment.receipt) return <Signed conversation={conversation} />;
  const action = actionOf(conversation, "sign_receipt");
  // Without a price to release, the work is marked as completed.
  if (!action || (!action.money && !payment.condition)) return null;
  return <Sign conversation={conversation} action={action} />;
}

function Sign({
  conversation: { id, payment },
  action,
}: {
  conversation: Conversation;
  action: Action;
}) {
  const [isConfirmed, setConfirmed] = useState(false);
  const [statement, setStatement] = useState("");
  const isStated = action.needs?.includes("statement") === true;
  const isComplete = isConfirmed && (!isStated || statement.trim() !== "");
  const sign = useAct(id, "receipt", { says: "The receipt is signed" });
  return (
    <section aria-label="Receipt" className="card mb-4 p-4">
      <h2 className="mb-1 font-semibold">Receipt</h2>
      <p className="mb-3">
        {payment.condition && (
          <>
            The sender's condition:{" "}
            <strong>
              <Condition payment={payment} />
            </strong>{" "}
          </>
        )}
        Signing cannot be undone: {action.effect}
      </p>
      {action.because && <p className="hint">{action.because.detail}</p>}
      {action.ready && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isComplete || sign.isPending) return;
            const words = isStated && { statement: statement.trim() };
            sign.mutate({ confirm: true, ...words });
          }}
        >
          {isStated && (
            <TextArea
              label="What was done"
              hint="In your own words. It is signed, and becomes part of the receipt."
              rows={2}
              required
              maxLength={LIMITS.statementCharsMax}
              value={statement}
              onText={setStatement}
            />
          )}
          <label className="mb-3 flex items-start gap-2.5">
            <input
              type="checkbox"
              className="mt-0.5 size-5 accent-accent"
              checked={isConfirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            I confirm that the condition is met.
          </label>
          <button
            type="submit"
            className="btn btn-main"
            aria-disabled={!isComplete || sign.isPending}
          >
            {action.title}
          </button>
        </form>
      )}
    </section>
  );
}

function Signed({ conversation: { payment } }: { conversation: Conversation }) {
  const { receipt } = payment;
  if (!receipt) return null;
  return (
    <section aria-label="Receipt" className="card mb-4 border-good p-4">
      <h2 className="mb-1 font-semibold">Receipt</h2>
      <p>
        Signed by <bdi>{payment.signedBy?.label}</bdi> (
        <bdi>{receipt.signer.address}</bdi>), <Time at={receipt.signedAt} />.
        {payment.releasedAt && ` ${moneyText(payment)} was released.`}
      </p>
      {payment.condition && (
        <p>
          The sender's condition: <Condition payment={payment} />
        </p>
      )}
      {receipt.evidence.statement && (
        <p className="mt-2 whitespace-pre-wrap">
          <bdi>{receipt.evidence.statement}</bdi>
        </p>
      )}
      <details className="mt-2">
        <summary className="hint">The signed receipt</summary>
        <CodeBlock
          label="The signed receipt"
          text={JSON.stringify(receipt, null, 2)}
        />
      </details>
    </section>
  );
}
