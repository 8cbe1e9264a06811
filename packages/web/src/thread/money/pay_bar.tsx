import type { ReactNode } from "react";
import { useRef } from "react";
import { useAct } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { Bar } from "../../checkpoint/bar.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Key } from "../../ui/key.tsx";
import { t } from "../../ui/t.ts";
import { WalletBar } from "./wallet_bar.tsx";

/** Asks the sender to pay, and shows the effect, or why it is not possible yet. */
export function PayBar({ conversation, action, aside }: BarProps) {
  if (conversation.payment.rail === "ledger") {
    return (
      <BalanceBar conversation={conversation} action={action} aside={aside} />
    );
  }
  return (
    <WalletBar conversation={conversation} title={action.title} aside={aside} />
  );
}

interface BarProps {
  conversation: Conversation;
  action: Action;
  aside: ReactNode;
}

function BalanceBar({
  conversation: { id, payment },
  action: { title, effect, ready, because },
  aside,
}: BarProps) {
  const pay = useAct(id, "fund", { says: t`Paid: the price is held` });
  const price = payment.requirements?.price.amount ?? payment.price.amount;
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ a: () => button.current?.focus() });
  const mayPay = ready && !pay.isPending;
  return (
    <Bar question={`${title}?`} aside={aside}>
      <p className="hint mt-0.5 mb-3">{ready ? effect : because?.detail}</p>
      <button
        ref={button}
        type="button"
        className="btn btn-main max-md:w-full"
        aria-keyshortcuts="a"
        aria-disabled={!mayPay}
        onClick={() => mayPay && pay.mutate({ price })}
      >
        {title} <Key name="A" look="key-on-accent" />
      </button>
    </Bar>
  );
}
