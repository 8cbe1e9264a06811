import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { AccountId, AccountSchema } from "../identity/schemas.ts";

/** Opens a disabled account again; a second time changes nothing. */
export const enableAccount = defineCommand({
  name: "enable_account",
  title: "Enable an account",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId }),
  output: closed({ account: AccountSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId }, call) {
    const account = await loadAccount(call, accountId);
    if (await deletionStore(call.db).of(accountId)) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot enable the account: it was deleted.`,
      });
    }
    if (account.disabledAt === null) {
      return { account: presentAccount(account) };
    }
    call.write(accountStore(call.db).setDisabled(accountId, null));
    call.record({ chainId: accountId, type: "account.enabled" });
    return { account: presentAccount({ ...account, disabledAt: null }) };
  },
});
