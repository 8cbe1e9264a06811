import { presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { AccountSchema } from "../identity/schemas.ts";
import { defineQuery, SESSION } from "../operation.ts";
import { closed, nullable } from "../schemas.ts";

/** Reads who a signed-in person is to others; the mailbox they sign in by is no part of it. */
export const getOwnAccount = defineQuery({
  name: "get_own_account",
  title: "Read your account",
  description:
    "Read the display name and the free address of your own account, the address null if you have none yet.",
  access: SESSION,
  input: closed({}),
  output: closed({
    account: AccountSchema,
    address: nullable(AddressSchema),
  }),
  async run(_input, call) {
    const { accountId } = call.member;
    const [account, row] = await Promise.all([
      loadAccount(call, accountId),
      addressStore(call.db).ofAccount(accountId),
    ]);
    return {
      account: presentAccount(account),
      address: row ? presentAddress(call.settings, row) : null,
    };
  },
});
