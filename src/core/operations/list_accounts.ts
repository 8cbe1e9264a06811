import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { LIMITS } from "../base/limits.ts";
import {
  Before,
  closed,
  described,
  NextBefore,
  nullable,
  string,
} from "../base/schemas.ts";
import { accountListStore } from "../identity/account_list_store.ts";
import { presentAccount } from "../identity/accounts.ts";
import { AccountSchema } from "../identity/schemas.ts";

/** Above every id. */
const LAST = "~";

/** Lists the accounts, newest first. */
export const listAccounts = defineQuery({
  name: "list_accounts",
  title: "List accounts",
  access: OPERATOR_ONLY,
  input: closed({
    before: Before,
  }),
  output: closed({
    accounts: Type.Array(
      closed({
        account: described(AccountSchema, "The account."),
        address: nullable(string("Its free address; null if it has none.")),
        email: nullable(string("Email that its person signs in with.")),
      }),
    ),
    nextBefore: NextBefore,
  }),
  async run({ before = LAST }, { db, settings }) {
    const limit = LIMITS.accountListMax;
    const rows = await accountListStore(db).page(before, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      accounts: rows.map(({ localPart, email, ...account }) => ({
        account: presentAccount(account),
        address: localPart === null ? null : freeAddressOf(settings, localPart),
        email,
      })),
      nextBefore: last?.id ?? null,
    };
  },
});
