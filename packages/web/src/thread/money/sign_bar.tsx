import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type { Conversation } from "../../api/types.ts";
import { Bar } from "../../checkpoint/bar.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { TextArea } from "../../ui/field.tsx";
import { Key } from "../../ui/key.tsx";
import { amountSaid } from "../../ui/money/money.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Condition } from "./condition.tsx";
import { stepToSign } from "./milestones.tsx";

/** True once the payee can sign; work without a price or a condition is marked as completed. */
export function isToSign(conversation: Conversation): boolean {
  const action = actionOf(conversation, "sign_receipt");
  const isFor = action?.money ?? conversation.payment.condition;
  return action?.ready === true && isFor !== undefined;
}

/** Lets the payee sign that the condition is met. */
export function SignBar({
  conversation,
  aside,
}: {
  conversation: Conversation;
  aside: ReactNode;
}) {
  const { id, payment } = conversation;
  const action = actionOf(conversation, "sign_receipt");
  const [statement, setStatement] = useState("");
  const isStated = action?.needs?.includes("statement") === true;
  const isComplete = !isStated || statement.trim() !== "";
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ a: () => button.current?.focus() });
  // On a chain it takes a while until the money is theirs.
  const isPaid = payment.status === "held" && payment.rail === "ledger";
  const step = stepToSign(conversation);
  const amount = amountSaid(step?.amount ?? payment.price);
  const says = isPaid ? t`${amount} is yours` : t`Receipt signed`;
  const sign = useAct(id, "receipt", { says });
  if (!action) return null;
  const condition = (
    <strong>
      <Condition payment={payment} />
    </strong>
  );
  return (
    <Bar name={t`Receipt`} question={t`Sign the receipt?`} aside={aside}>
      <p className="hint mt-0.5 mb-3">
        {step && <>{t`This step: ${step.title}.`} </>}
        {payment.condition && (
          <>{rich`The sender's condition: ${condition}`} </>
        )}
        {action.effect} {t`You can't undo this.`}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete || sign.isPending) return;
          const words = isStated && { statement: statement.trim() };
          const milestoneId = step?.milestoneId;
          sign.mutate({
            ...{ confirm: true, ...words },
            ...(milestoneId !== undefined && { milestoneId }),
          });
        }}
      >
        {isStated && (
          <TextArea
            label={t`Describe what you did`}
            hint={t`In your own words. You sign this as part of the receipt.`}
            rows={2}
            required
            maxLength={LIMITS.statementCharsMax}
            value={statement}
            onText={setStatement}
          />
        )}
        <button
          ref={button}
          type="submit"
          className="btn btn-main max-md:w-full"
          aria-keyshortcuts="a"
          aria-disabled={!isComplete || sign.isPending}
        >
          {action.title} <Key name="A" look="key-on-accent" />
        </button>
      </form>
    </Bar>
  );
}
