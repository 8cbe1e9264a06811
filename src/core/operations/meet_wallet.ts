import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { reserve } from "../addresses/domains/claim.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { walletIn, walletName } from "../base/rails/wallet_name.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { accountStore } from "../identity/accounts_store.ts";

/** Makes or finds the account of a wallet that pays an order; nobody signs in to it. */
export const meetWallet = defineCommand({
  name: "meet_wallet",
  title: "Meet a buyer by their wallet",
  description:
    "Find the account of a wallet, or make it at the wallet's first payment.",
  access: SYSTEM_ONLY,
  input: closed({ wallet: Type.String() }),
  output: closed({ accountId: Type.String(), address: Type.String() }),
  chains: () => [],
  async run({ wallet: given }, call) {
    const wallet = walletIn(given);
    if (!wallet) throw new RangeError("A wallet has an address");
    const address = freeAddressOf(call.settings, wallet);
    const known = await addressStore(call.db).byLocalPart(wallet);
    if (known?.disabledAt != null) {
      throw new ServiceError("forbidden", {
        detail: told`Cannot order: this service takes no orders from this wallet.`,
      });
    }
    if (known) return { accountId: known.accountId, address };
    const id = call.newId("account");
    const account = {
      ...({ id, kind: "person", displayName: walletName(wallet) } as const),
      ...{ createdAt: call.now, disabledAt: null },
    };
    call.write(accountStore(call.db).insert(account));
    call.record({ chainId: id, type: "account.created" });
    reserve(call, id, wallet);
    return { accountId: id, address };
  },
});
