import type { QueryCall } from "../access/context.ts";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { resolveText } from "../addresses/resolve.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, nullable, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { AccountSchema } from "../identity/schemas.ts";

/** Finds an account by its address, its local-part or its id. */
export const findAccount = defineQuery({
  name: "find_account",
  title: "Find an account",
  access: OPERATOR_ONLY,
  input: closed({
    account: string(
      "Address, local-part or id of the account.",
      LIMITS.addressCharsMax,
    ),
  }),
  output: closed({
    account: described(AccountSchema, "The account."),
    address: nullable(string("Its free address; null if it has none.")),
  }),
  async run({ account }, call) {
    const found = await loadAccount(call, await idOf(call, account.trim()));
    const address = await addressStore(call.db).ofAccount(found.id);
    return {
      account: presentAccount(found),
      address: address ? freeAddressOf(call.settings, address.localPart) : null,
    };
  },
});

/** An id has an underscore, a local-part never has one. */
async function idOf(call: QueryCall, account: string): Promise<string> {
  if (account.startsWith("acc_") && !account.includes("@")) return account;
  const address = account.includes("@")
    ? account
    : freeAddressOf(call.settings, account);
  const found = await resolveText(call, address);
  if (found.kind === "account") return found.accountId;
  throw new ServiceError("account_not_found", {
    detail: told`Cannot find an account with the address ${found.address}.`,
  });
}
