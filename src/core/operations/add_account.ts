import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMIT_FIELDS, readLimits } from "../addresses/access_limits.ts";
import {
  requireFree,
  requireRules,
  reserve,
} from "../addresses/domains/claim.ts";
import { presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { readDisplayName } from "../agents/display_name.ts";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  described,
  filled,
  nullable,
  PriceInput,
  string,
} from "../base/schemas.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { presentAccount } from "../identity/accounts.ts";
import type { Account } from "../identity/accounts_store.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { issueCredential } from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import {
  AccountSchema,
  CredentialSchema,
  TokenSchema,
} from "../identity/schemas.ts";
import { peopleStore } from "../identity/sessions_store.ts";
import { isOurMailbox, readMailbox } from "../identity/sign_in/mailbox.ts";
import { openWallet } from "../payments/ledger.ts";

/** Creates an account with its wallet, a first credential and, if asked, an address. */
export const addAccount = defineCommand({
  name: "add_account",
  title: "Add an account",
  access: OPERATOR_ONLY,
  input: closed({
    localPart: Type.Optional(
      string(
        "Part before the @ of the account's free address.",
        LIMITS.addressCharsMax,
      ),
    ),
    name: filled("Display name.", LIMITS.nameCharsMax),
    credit: Type.Optional(PriceInput),
    email: Type.Optional(
      string(
        "Email that its person signs in with; without one, no one can sign in.",
        LIMITS.addressCharsMax,
      ),
    ),
    kind: Type.Optional(
      Type.Enum(["person", "agent"], {
        description: "Kind of account; person if absent.",
      }),
    ),
    askFirstPayment: LIMIT_FIELDS.askFirstPayment,
  }),
  output: closed({
    account: described(AccountSchema, "The account."),
    address: nullable(
      described(AddressSchema, "Its free address; null if it has none."),
    ),
    credential: described(CredentialSchema, "Its first credential."),
    token: TokenSchema,
  }),
  chains: () => [],
  async run(
    { localPart, name, credit, email, kind = "person", ...said },
    call,
  ) {
    const displayName = readDisplayName({
      name,
      field: "name",
      doing: told`add an account`,
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
    const mailbox =
      email === undefined ? undefined : await freeMailbox(call, email);
    const account: Account = {
      id: call.newId("account"),
      kind,
      displayName,
      createdAt: call.now,
      disabledAt: null,
    };
    call.write(accountStore(call.db).insert(account));
    call.record({ chainId: account.id, type: "account.created" });
    if (mailbox !== undefined) {
      call.write(peopleStore(call.db).add(account.id, mailbox, call.now));
    }
    openWallet(call, account.id, funds);
    const address = claim(call, account, localPart);
    const { credential, token } = issueCredential(call, {
      accountId: account.id,
      name: "First access",
      ...readLimits(said, ""),
    });
    return {
      account: presentAccount(account),
      address,
      credential: presentCredential(call, credential),
      token,
    };
  },
});

/** @throws invalid_input if it is no mailbox, or another account's */
async function freeMailbox(call: CommandCall, text: string): Promise<string> {
  const mailbox = readMailbox(text);
  if (mailbox === undefined) {
    throw wrongEmail("email", told`it is not an email address`);
  }
  if (isOurMailbox(call.settings, mailbox)) {
    throw wrongEmail(
      "own_domain",
      told`this service can't email its own addresses. Give the address where the person reads their email`,
    );
  }
  if (await peopleStore(call.db).byEmail(mailbox)) {
    throw wrongEmail("taken", told`another account signs in with it`);
  }
  return mailbox;
}

function wrongEmail(code: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot add an account with this email: ${detail}.`,
    errors: [{ pointer: "/email", code, detail }],
  });
}

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
