import type { ReactNode } from "react";
import type { Conversation } from "../../api/types.ts";
import { Bar } from "../../checkpoint/bar.tsx";
import { hostIn } from "../../compose/resolved.ts";
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
  const { nextStep, participants, payment } = conversation;
  const { requirements, pendingSince, status, payee } = payment;
  if (pendingSince !== undefined) {
    return (
      <Bar question={t`The payment is on its way`} aside={aside}>
        <OnItsWay what="hold" />
      </Bar>
    );
  }
  if (!requirements && status === "requires_payment") {
    return (
      <Bar question={nextStep.text} aside={aside}>
        {nextStep.who === "them" && (
          <p className="hint mt-0.5" role="status">
            {t`This goes on by itself, usually within seconds.`}
          </p>
        )}
      </Bar>
    );
  }
  if (!requirements) return null;
  const needed = amountSaid(requirements.needed);
  const { remote } =
    participants.find(({ accountId }) => accountId === payee?.accountId) ?? {};
  return (
    <Bar question={`${title}?`} aside={aside}>
      <PayByWallet
        conversation={conversation}
        act="fund"
        hint={
          remote?.plain
            ? t`Your wallet will ask you to move ${needed} USDC into escrow. ${hostIn(remote.origin)} itself says when the work is done and takes the money out: it signs no receipt. No money moves before you sign.`
            : t`Your wallet will ask you to move ${needed} USDC into escrow until the receipt is signed. No money moves before you sign.`
        }
      />
    </Bar>
  );
}
