import type { ReactNode } from "react";
import { useState } from "react";
import type { Hex } from "../../core/base/rails/chain.ts";
import type { ChainRequirements } from "../../core/payments/chain/requirements.ts";
import { useAct } from "../api/changes.ts";
import { useAccount } from "../api/queries.ts";
import type { Conversation, Payment } from "../api/types.ts";
import { Bar } from "../checkpoint/bar.tsx";
import { signPayment, WalletProblem, walletHere } from "./sign_payment.ts";

/** Asks whoever sends it to pay by the wallet of the browser. */
export function WalletBar({
  conversation: { id, payment },
  title,
  aside,
}: {
  conversation: Conversation;
  title: string;
  aside: ReactNode;
}) {
  const { data: account } = useAccount();
  const [problem, setProblem] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  const fund = useAct(id, "fund", {
    says: "Signed: the payment is on its way",
  });
  const wallet = walletHere();
  const asked = askedOf(payment);
  const collector = account?.payout?.collector as Hex | undefined;
  if (payment.pendingSince !== undefined) {
    return (
      <Bar question="The payment is on its way" aside={aside}>
        <p className="hint mt-0.5" role="status">
          It goes on by itself once the chain cannot undo the payment any more,
          which may take some minutes.
        </p>
      </Bar>
    );
  }
  if (!asked) return null;
  const isBusy = isSigning || fund.isPending;
  const pay = async () => {
    if (!wallet || !collector || isBusy) return;
    setSigning(true);
    setProblem(undefined);
    try {
      const signed = await signPayment(wallet, { asked, collector });
      fund.mutate({ payment: signed });
    } catch (error) {
      if (!(error instanceof WalletProblem)) throw error;
      setProblem(error.message);
    } finally {
      setSigning(false);
    }
  };
  return (
    <Bar question={`${title}?`} aside={aside}>
      <p className="hint mt-0.5 mb-3">
        {wallet
          ? `Your wallet shows what you sign: ${payment.requirements?.needed.amount} USDC into escrow, until the receipt is signed. Nothing moves before you sign.`
          : "This browser has no wallet. Install one and open this page again, or let a program pay: the money stays yours until then."}
      </p>
      {problem && (
        <p className="mb-3 text-error" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="btn btn-main max-md:w-full"
        aria-disabled={!wallet || isBusy}
        onClick={() => void pay()}
      >
        {isSigning ? "Waiting for your wallet…" : "Pay with my wallet"}
      </button>
    </Bar>
  );
}

/** What a wallet is asked to sign; undefined where nothing is. */
function askedOf({ requirements }: Payment): ChainRequirements | undefined {
  const [asked] = requirements?.accepts ?? [];
  if (asked?.scheme !== "auth-capture" || asked.payTo === null) {
    return undefined;
  }
  // The service writes these fields; they are shown as texts.
  return asked as ChainRequirements;
}
