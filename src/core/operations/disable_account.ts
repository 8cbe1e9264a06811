import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import { AccountId, AccountSchema } from "../identity/schemas.ts";
import { endSessions } from "../identity/session_list.ts";

/** Closes an account to everyone who acts for it; a second time changes nothing. */
export const disableAccount = defineCommand({
  name: "disable_account",
  title: "Disable an account",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId }),
  output: closed({ account: AccountSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId }, call) {
    const account = await loadAccount(call, accountId);
    if (account.kind === "service") {
      throw new ServiceError("forbidden", {
        detail: told`Cannot disable the account: the service itself uses it.`,
      });
    }
    if (account.disabledAt !== null) {
      return { account: presentAccount(account) };
    }
    await endSessions(call, accountId);
    call.write(accountStore(call.db).setDisabled(accountId, call.now));
    call.record({ chainId: accountId, type: "account.disabled" });
    call.committed(() =>
      forgetPrincipals(
        call,
        (it) => "accountId" in it && it.accountId === accountId,
      ),
    );
    return { account: presentAccount({ ...account, disabledAt: call.now }) };
  },
});
