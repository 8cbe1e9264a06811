import { useState } from "react";
import type { Hex } from "../../core/base/rails/chain.ts";
import { useAct } from "../api/changes.ts";
import { sentenceOf } from "../api/problem.ts";
import { useAccount } from "../api/queries.ts";
import type { Paying } from "./paying.ts";
import { signPayment, WalletProblem, walletHere } from "./sign_payment.ts";
import { toSign } from "./to_sign.ts";

const SAYS = {
  fund: "Signed: the payment is on its way",
  refund: "Signed: it is on its way back",
} as const;

/** Has the wallet of the browser sign what an act asks for, and sends it with the act. */
export function WalletButton({
  conversation,
  act,
  json = {},
  hint,
  mayPay = true,
  onPaid,
}: Paying) {
  const { data: account } = useAccount();
  const [problem, setProblem] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  const send = useAct(conversation.id, act, { says: SAYS[act] });
  const wallet = walletHere();
  const collector = account?.payout?.collector as Hex | undefined;
  const isBusy = isSigning || send.isPending || !mayPay;
  const pay = async () => {
    if (!wallet || !collector || isBusy) return;
    setSigning(true);
    setProblem(undefined);
    try {
      const asked = await toSign(conversation, act, json);
      const payment = await signPayment(wallet, { asked, collector });
      send.mutate({ ...json, payment }, { onSuccess: () => onPaid?.() });
    } catch (error) {
      const isWallets = error instanceof WalletProblem;
      setProblem(isWallets ? error.message : sentenceOf(error));
    } finally {
      setSigning(false);
    }
  };
  const says = wallet
    ? hint
    : "This browser has no wallet. Install one and open this page again, or let a program pay: the money stays yours until then.";
  return (
    <>
      {says && <p className="hint mt-0.5 mb-3 basis-full">{says}</p>}
      {problem && (
        <p className="mb-3 basis-full text-error" role="alert">
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
    </>
  );
}
