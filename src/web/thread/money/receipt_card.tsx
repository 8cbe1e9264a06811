import { useState } from "react";
import type { Changed } from "../../api/changes.ts";
import { useChange } from "../../api/changes.ts";
import { api } from "../../api/client.ts";
import type { Conversation, Payment } from "../../api/types.ts";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Field } from "../../ui/field.tsx";
import { moneyText } from "../../ui/money.tsx";
import { Time } from "../../ui/time.tsx";
import { CLOSED_STATES, conditionWords } from "../../ui/words.ts";
import type { Own } from "../parties.ts";
import { isConditionMet } from "./money_steps.ts";

/** Where the one who is paid signs that the condition is met; afterwards the receipt. */
export function ReceiptCard({
  conversation,
  own,
}: {
  conversation: Conversation;
  own: Own;
}) {
  const { payment, state } = conversation;
  if (payment.receipt) return <Signed conversation={conversation} />;
  if (!own.isPayee || payment.status !== "held") return null;
  if (CLOSED_STATES.includes(state)) return null;
  return <Sign conversation={conversation} />;
}

function Sign({ conversation }: { conversation: Conversation }) {
  const { id, payment } = conversation;
  const [isConfirmed, setConfirmed] = useState(false);
  const [statement, setStatement] = useState("");
  const isStated = needsStatement(payment);
  const isReady =
    isStated || payment.release === "accepted" || isConditionMet(conversation);
  const isComplete = isConfirmed && (!isStated || statement.trim() !== "");
  const sign = useChange(
    () =>
      api<Changed>(`/v1/conversations/${id}/receipt`, {
        method: "POST",
        json: {
          confirm: true,
          ...(isStated && { statement: statement.trim() }),
        },
      }),
    { says: "The receipt is signed" },
  );
  return (
    <section aria-label="Receipt" className="card mb-4 p-4">
      <h2 className="mb-1 font-semibold">Receipt</h2>
      <p className="mb-3">
        The sender's condition:{" "}
        <strong>{conditionWords(payment, "you")}</strong>. Once you sign,{" "}
        {moneyText(payment)} is yours. Signing cannot be undone.
      </p>
      {!isReady && (
        <p className="hint">
          You can sign as soon as the condition is met:{" "}
          {payment.releaseAction?.type === "artifact"
            ? "add the file first, beside your reply."
            : "write your reply first."}
        </p>
      )}
      {isReady && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete && !sign.isPending) sign.mutate(undefined);
          }}
        >
          {isStated && (
            <Field
              label="What was done"
              hint="In your own words. It is signed, and becomes part of the receipt."
            >
              {(ties) => (
                <textarea
                  {...ties}
                  className="field"
                  rows={2}
                  required
                  maxLength={2_000}
                  value={statement}
                  onChange={(event) => setStatement(event.target.value)}
                />
              )}
            </Field>
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
            Sign the receipt
          </button>
        </form>
      )}
    </section>
  );
}

/** What only the signer can say has happened is said in words; a file speaks for itself. */
function needsStatement({ release, releaseAction }: Payment): boolean {
  return release === "converted" && releaseAction?.type !== "artifact";
}

function Signed({ conversation: { payment } }: { conversation: Conversation }) {
  const { receipt } = payment;
  if (!receipt) return null;
  return (
    <section aria-label="Receipt" className="card mb-4 border-good p-4">
      <h2 className="mb-1 font-semibold">Receipt</h2>
      <p>
        Signed by <bdi>{payment.signedBy?.label}</bdi> (
        <bdi>{receipt.signer.address}</bdi>), <Time at={receipt.signedAt} />:{" "}
        {conditionWords(payment, "the recipient")}. {moneyText(payment)} was
        released.
      </p>
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
