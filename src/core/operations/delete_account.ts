import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { showMoney } from "../base/money.ts";
import { closed, flag, money } from "../base/schemas.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import { AccountId } from "../identity/schemas.ts";
import { endSessions } from "../identity/session_list.ts";
import { balanceOf } from "../payments/ledger.ts";

/** Closes an account for ever and begins to erase it; without `confirm` it only looks. */
export const deleteAccount = defineCommand({
  name: "delete_account",
  title: "Delete an account",
  description:
    "Close an account for ever and erase what is its alone, in slices. Refused while money is held from or for it. Without confirm nothing is done.",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId, confirm: Type.Boolean() }),
  output: closed({
    accountId: AccountId,
    begun: flag("True if it is being deleted."),
    forfeited: money("What is left in the wallet, and is given up."),
  }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, confirm }, call) {
    const account = await loadAccount(call, accountId);
    if (account.kind === "service") {
      throw new ServiceError("forbidden", {
        detail: "Cannot delete the account: the service itself acts by it.",
      });
    }
    const store = deletionStore(call.db);
    const forfeited = showMoney(await balanceOf(call, accountId));
    if (await store.of(accountId)) return { accountId, begun: true, forfeited };
    const held = await store.held(accountId);
    if (held.length > 0) {
      throw new ServiceError("wrong_state", {
        detail: `Cannot delete the account: money is held in ${held.join(", ")}. Have these signed, cancelled or expired first.`,
      });
    }
    if (!confirm) return { accountId, begun: false, forfeited };
    await endSessions(call, accountId);
    call.write(
      accountStore(call.db).setDisabled(accountId, call.now),
      store.begin({ accountId, begunAt: call.now, endedAt: null }),
    );
    call.record({ chainId: accountId, type: "account.disabled" });
    call.committed(() =>
      forgetPrincipals(
        call,
        (it) => "accountId" in it && it.accountId === accountId,
      ),
    );
    return { accountId, begun: true, forfeited };
  },
});
