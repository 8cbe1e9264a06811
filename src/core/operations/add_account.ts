import { Type } from "typebox";
import { requireFree, requireRules, reserve } from "../addresses/claim.ts";
import { presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { readDisplayName } from "../agents/display_name.ts";
import type { CommandCall } from "../context.ts";
import { presentAccount } from "../identity/accounts.ts";
import type { Account } from "../identity/accounts_store.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { issueCredential, presentCredential } from "../identity/credentials.ts";
import {
  AccountSchema,
  CredentialSchema,
  TokenSchema,
} from "../identity/schemas.ts";
import { LIMITS } from "../limits.ts";
import { parseAmount } from "../money.ts";
import { defineCommand, OPERATOR_ONLY } from "../operation.ts";
import { openWallet } from "../payments/ledger.ts";
import { closed, nullable, PriceInput } from "../schemas.ts";

/** Makes an account with its wallet, a first credential and, if asked, an address. */
export const addAccount = defineCommand({
  name: "add_account",
  title: "Add an account",
  description:
    "Make an account with a wallet, a free address and one agent credential. The token is shown once.",
  access: OPERATOR_ONLY,
  input: closed({
    localPart: Type.Optional(
      Type.String({
        description: "What precedes the @ of the account's free address.",
        maxLength: LIMITS.addressCharsMax,
      }),
    ),
    name: Type.String({
      description: "Name that others see.",
      minLength: 1,
      maxLength: LIMITS.nameCharsMax,
    }),
    credit: Type.Optional(PriceInput),
    kind: Type.Optional(
      Type.Enum(["person", "agent"], {
        description: "Whose inbox it is; a person's if absent.",
      }),
    ),
  }),
  output: closed({
    account: AccountSchema,
    address: nullable(AddressSchema),
    credential: CredentialSchema,
    token: TokenSchema,
  }),
  chains: () => [],
  async run({ localPart, name, credit, kind = "person" }, call) {
    const displayName = readDisplayName({
      name,
      field: "name",
      doing: "add an account",
      kind,
    });
    const funds =
      credit === undefined
        ? call.settings.openingCredit
        : parseAmount(credit, "/credit");
    if (localPart !== undefined) {
      requireRules(localPart);
      await requireFree(call, localPart);
    }
    const account: Account = {
      id: call.newId("account"),
      kind,
      displayName,
      createdAt: call.now,
      disabledAt: null,
    };
    call.write(accountStore(call.db).insert(account));
    call.record({ chainId: account.id, type: "account.created" });
    openWallet(call, account.id, funds);
    const address = claim(call, account, localPart);
    const { credential, token } = issueCredential(call, {
      accountId: account.id,
      name: "First credential",
    });
    return {
      account: presentAccount(account),
      address,
      credential: presentCredential(call, credential),
      token,
    };
  },
});

function claim(call: CommandCall, account: Account, localPart?: string) {
  if (localPart === undefined) return null;
  const { displayName, kind: accountKind } = account;
  const row = reserve(call, account.id, localPart);
  return presentAddress(call.settings, {
    ...row,
    displayName,
    accountKind,
    prices: null,
  });
}
