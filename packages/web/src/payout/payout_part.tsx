import { useState } from "react";
import { isProblem } from "../../../client/src/problem.ts";
import { api } from "../api/client.ts";
import { faultIn, sentenceOf } from "../api/problem.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import type { Payout } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { toast } from "../shell/toasts.ts";
import { Copy } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import { networkName } from "../wallet/networks.ts";
import type { Wallet } from "../wallet/sign_payment.ts";
import {
  accountOf,
  signText,
  WalletProblem,
  walletHere,
} from "../wallet/sign_payment.ts";

/** Where a person is paid in USDC; nothing if the service pays on no chain. */
export function PayoutPart() {
  const { data } = useAccount();
  if (!data?.payout) return null;
  return <PayoutForm key={data.payout.address} payout={data.payout} />;
}

/** An address, and its wallet's signature that it is the person's own. */
interface Proof {
  readonly address: string | null;
  readonly signature?: string;
}

const put = (json: Proof) =>
  api("/v1/payout-address", { method: "PUT", json: { ...json } });

/** The text that an address's wallet must sign; undefined if it is already set. */
async function textFor(address: string): Promise<string | undefined> {
  try {
    await put({ address });
    return undefined;
  } catch (error) {
    if (!isProblem(error, "proof_required")) throw error;
    return String(error.body.textToSign);
  }
}

/** Asks the browser's wallet for its account and its signature. */
async function proveBy(wallet: Wallet): Promise<void> {
  const address = await accountOf(wallet);
  const text = await textFor(address);
  if (text === undefined) return;
  await put({ address, signature: await signText(wallet, address, text) });
}

function PayoutForm({ payout }: { payout: Payout }) {
  const [typed, setTyped] = useState(payout.address ?? "");
  const [text, setText] = useState<string>();
  const [signature, setSignature] = useState("");
  const reads = [KEYS.account];
  const save = useSave(
    async () => {
      const address = typed.trim() || null;
      if (address !== null && text === undefined) {
        return setText(await textFor(address));
      }
      const proof = address !== null && { signature: signature.trim() };
      await put({ address, ...proof });
      toast({ text: t`Saved` });
    },
    { reads, showsError: true },
  );
  const fault = faultIn(save.error);
  return (
    <form
      className="card mb-6 p-4"
      aria-label={t`Payout address`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {payout.address === null && (
        <p className="mb-3" role="note">
          {t`Add a wallet to get paid in USDC. Until then, no one can offer you a price in USDC.`}
        </p>
      )}
      <ByWallet />
      <TextField
        label={t`Wallet address`}
        hint={t`On ${networkName(payout.network)}. Your wallet signs to prove it's yours, at no cost. You may need to sign in again to save it.`}
        value={typed}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        error={text === undefined ? fault : undefined}
        onText={(value) => {
          setTyped(value);
          setText(undefined);
          save.reset();
        }}
      />
      {text !== undefined && (
        <>
          <p className="mb-2">
            {t`Sign exactly this text with the wallet, then paste the signature here.`}
          </p>
          <Copy text={text} label={t`Text to sign`} act={t`Copy text`} />
          <TextField
            label={t`Signature`}
            error={fault}
            value={signature}
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            onText={setSignature}
          />
        </>
      )}
      <button
        type="submit"
        className="btn"
        aria-disabled={save.isPending}
        disabled={typed.trim() === (payout.address ?? "")}
      >
        {text === undefined ? t`Save address` : t`Save with signature`}
      </button>
    </form>
  );
}

/** One click, if the browser has a wallet. */
function ByWallet() {
  const wallet = walletHere();
  const prove = useSave(proveBy, {
    ...{ reads: [KEYS.account], says: t`Saved`, showsError: true },
  });
  if (!wallet) return null;
  const { error, isPending } = prove;
  return (
    <div className="mb-4">
      <button
        type="button"
        className="btn btn-main"
        aria-disabled={isPending}
        onClick={() => isPending || prove.mutate(wallet)}
      >
        {isPending ? t`Waiting for your wallet…` : t`Get paid to my wallet`}
      </button>
      {error && (
        <p className="mt-2 break-words text-error" role="alert">
          {error instanceof WalletProblem ? error.message : sentenceOf(error)}
        </p>
      )}
    </div>
  );
}
