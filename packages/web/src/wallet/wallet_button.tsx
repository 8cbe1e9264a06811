import { useState } from "react";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { useAct } from "../api/changes.ts";
import { sentenceOf } from "../api/problem.ts";
import { useAccount } from "../api/queries.ts";
import { t } from "../ui/t.ts";
import type { Paying } from "./paying.ts";
import { signPayment, WalletProblem, walletHere } from "./sign_payment.ts";
import { toSign } from "./to_sign.ts";

/** The name of each act, and the text once it is signed. */
const WORDS = {
  fund: {
    title: t`Pay with my wallet`,
    says: t`Signed: the payment is on its way`,
  },
  refund: {
    title: t`Refund with my wallet`,
    says: t`Signed: it is on its way back`,
  },
} as const;

/** Asks the browser's wallet to sign for an act, and sends the signature with the act. */
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
  const { title, says } = WORDS[act];
  const send = useAct(conversation.id, act, { says, showsError: true });
  const wallet = walletHere();
  const collector = account?.payout?.collector as Hex | undefined;
  const isBusy = isSigning || send.isPending || !mayPay;
  const failed = problem ?? (send.error ? sentenceOf(send.error) : undefined);
  const pay = async () => {
    if (!wallet || !collector || isBusy) return;
    setSigning(true);
    setProblem(undefined);
    send.reset();
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
  if (!wallet) return <NoWallet />;
  return (
    <>
      {hint && <p className="hint mt-0.5 mb-3 basis-full">{hint}</p>}
      {isSigning && (
        <p className="mb-3 basis-full" role="status">
          {t`Your wallet is asking you to sign. Open it if nothing appears.`}
        </p>
      )}
      {failed !== undefined && (
        <p className="mb-3 basis-full break-words text-error" role="alert">
          {failed}
        </p>
      )}
      <button
        type="button"
        className="btn btn-main max-md:w-full"
        aria-disabled={isBusy}
        onClick={() => void pay()}
      >
        {isSigning
          ? t`Waiting for your wallet…`
          : send.isPending
            ? t`Sending…`
            : title}
      </button>
    </>
  );
}

function NoWallet() {
  return (
    <p className="mt-0.5 mb-3 basis-full" role="note">
      {t`This browser has no wallet. Install one and reload this page, or open it in your wallet app's browser. A program with a wallet can pay, too. No money moves until then.`}
    </p>
  );
}
