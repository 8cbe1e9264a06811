import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import type { Payment } from "../api/types.ts";
import { t } from "../ui/t.ts";
import { reclaimBy, WalletProblem, walletHere } from "./sign_payment.ts";

/** Has the browser's wallet take back from the escrow what is the payer's again. */
export function TakeBackButton({
  reclaim,
  network,
}: {
  reclaim: NonNullable<Payment["reclaim"]>;
  network: string;
}) {
  const [said, setSaid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const wallet = walletHere();
  if (!wallet) {
    return (
      <p className="hint" role="note">
        {t`This browser has no wallet. Open this page in the wallet that paid, or have it send payment.reclaim.data to payment.reclaim.to.`}
      </p>
    );
  }
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setSaid(undefined);
    try {
      await reclaimBy(wallet, network, reclaim);
      setSaid(
        t`Sent. The money is back once the blockchain makes it final, which may take a few minutes.`,
      );
    } catch (error) {
      const isWallets = error instanceof WalletProblem;
      setSaid(isWallets ? error.message : sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="btn btn-main max-md:w-full"
        aria-disabled={isBusy}
        onClick={() => void send()}
      >
        {t`Take the money back`}
      </button>
      {said !== undefined && (
        <p className="mt-2 break-words" role="status">
          {said}
        </p>
      )}
    </>
  );
}
