import type { ReactNode } from "react";
import type { Conversation } from "../../api/types.ts";
import { Bar } from "../../checkpoint/bar.tsx";
import { amountSaid } from "../../ui/money/money.tsx";
import { t } from "../../ui/t.ts";
import { OnItsWay } from "../../wallet/on_its_way.tsx";
import { PayByWallet } from "../../wallet/pay_by_wallet.tsx";

/** Asks the sender to pay with the browser's wallet. */
export function WalletBar({
  conversation,
  title,
  aside,
}: {
  conversation: Conversation;
  title: string;
  aside: ReactNode;
}) {
  const { requirements, pendingSince, status } = conversation.payment;
  if (pendingSince !== undefined) {
    return (
      <Bar question={t`The payment is on its way`} aside={aside}>
        <OnItsWay what="hold" />
      </Bar>
    );
  }
  if (!requirements && status === "requires_payment") {
    return (
      <Bar question={conversation.nextStep.text} aside={aside}>
        <p className="hint mt-0.5" role="status">
          {t`This goes on by itself, usually within seconds.`}
        </p>
      </Bar>
    );
  }
  if (!requirements) return null;
  return (
    <Bar question={`${title}?`} aside={aside}>
      <PayByWallet
        conversation={conversation}
        act="fund"
        hint={t`Your wallet will ask you to move ${amountSaid(requirements.needed)} USDC into escrow until the receipt is signed. No money moves before you sign.`}
      />
    </Bar>
  );
}
