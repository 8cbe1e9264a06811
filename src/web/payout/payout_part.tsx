import { useState } from "react";
import { api } from "../api/client.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import type { Payout } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import { networkName } from "../wallet/networks.ts";

/** Where a person is paid in USDC; nothing where the service pays on no chain. */
export function PayoutPart() {
  const { data } = useAccount();
  if (!data?.payout) return null;
  return <PayoutForm key={data.payout.address} payout={data.payout} />;
}

function PayoutForm({ payout }: { payout: Payout }) {
  const [typed, setTyped] = useState(payout.address ?? "");
  const save = useSave(
    (address: string | null) =>
      api("/v1/payout-address", { method: "PUT", json: { address } }),
    { reads: [KEYS.account], says: t`Saved` },
  );
  return (
    <form
      className="card mb-6 p-4"
      aria-label={t`Where you are paid`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(typed.trim() || null);
      }}
    >
      {payout.address === null && (
        <p className="mb-3" role="note">
          {t`Nobody can pay you in USDC yet: say where it goes. Until then, a price in USDC to you is refused.`}
        </p>
      )}
      <TextField
        label={t`Address of your wallet`}
        hint={t`On ${networkName(payout.network)}. What is sent to a wrong address is lost; copy it from your wallet. You may have to sign in again before it is saved.`}
        value={typed}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        onText={setTyped}
      />
      <button
        type="submit"
        className="btn"
        aria-disabled={save.isPending}
        disabled={typed.trim() === (payout.address ?? "")}
      >
        {t`Save address`}
      </button>
    </form>
  );
}
