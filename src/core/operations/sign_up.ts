import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, NEWCOMER } from "../access/operation.ts";
import {
  requireFree,
  requireRules,
  reserve,
} from "../addresses/domains/claim.ts";
import { freeAddressOf, presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { readDisplayName } from "../agents/display_name.ts";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  described,
  filled,
  flag,
  nullable,
  string,
} from "../base/schemas.ts";
import type { Language } from "../base/words/languages.ts";
import { LANGUAGES, USUAL_LANGUAGE } from "../base/words/languages.ts";
import { sayIn } from "../base/words/say_in.ts";
import { told } from "../base/words/sentence.ts";
import { sendDemoRequest } from "../conversations/acts/drafts/demo_request.ts";
import { save } from "../conversations/acts/store/save.ts";
import { welcomeStore } from "../conversations/acts/store/welcome_store.ts";
import { newWelcome } from "../conversations/acts/thread/welcome.ts";
import { ServiceError } from "../errors/errors.ts";
import { presentAccount } from "../identity/accounts.ts";
import type { Account } from "../identity/accounts_store.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import { AccountSchema } from "../identity/schemas.ts";
import { peopleStore, sessionStore } from "../identity/sessions_store.ts";
import { noticeStore } from "../mail/notice_store.ts";
import { requireTimeZone } from "../mail/time_zone.ts";
import { openWallet } from "../payments/ledger.ts";

/** Creates the account of somebody who has proved a mailbox: name, wallet, address, first mail. */
export const signUp = defineCommand({
  name: "sign_up",
  title: "Sign up",
  description:
    "Create the account of a person who just signed in for the first time, with a display name and, if you want, a free address. The sign-in email stays private.",
  access: NEWCOMER,
  input: closed({
    displayName: filled("Display name.", LIMITS.nameCharsMax),
    localPart: Type.Optional(
      string(
        "Part before the @ of the free address: 1 to 64 lowercase letters, digits, dots and hyphens.",
        LIMITS.addressCharsMax,
      ),
    ),
    timeZone: Type.Optional(
      string(
        "Time zone for emails, such as Europe/Berlin.",
        LIMITS.timeZoneCharsMax,
      ),
    ),
    language: Type.Optional(
      Type.Enum([...LANGUAGES], {
        description: "Language of the pages and mails.",
      }),
    ),
  }),
  output: closed({
    account: described(AccountSchema, "The account."),
    address: nullable(
      described(AddressSchema, "Its free address; null if it has none."),
    ),
    created: flag("False if it already existed."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ displayName, localPart, timeZone, language }, call) {
    const { accountId } = call.member;
    const existing = await accountStore(call.db).byId(accountId);
    if (existing) return await asItIs(call, existing, localPart);
    // A company says who its people are, whether or not others may come.
    const isInvited = await peopleStore(call.db).isOfCompany(accountId);
    if (!isInvited) requireOpenSignUp(call);
    const name = readDisplayName({
      name: displayName,
      field: "displayName",
      doing: told`sign up`,
      kind: "person",
    });
    if (localPart !== undefined) {
      requireRules(localPart);
      await requireFree(call, localPart);
    }
    if (timeZone !== undefined) requireTimeZone(timeZone);
    // Mails are in English by default: the pages follow the browser.
    const other = language === USUAL_LANGUAGE ? undefined : language;
    await keepChosen(call, { timeZone, language: other });
    const account: Account = {
      id: accountId,
      kind: "person",
      displayName: name,
      createdAt: call.now,
      disabledAt: null,
    };
    call.write(accountStore(call.db).insert(account));
    call.record({ chainId: accountId, type: "account.created" });
    // These sessions began before there was a chain to record them in.
    for (const { id } of await sessionStore(call.db).of(accountId, call.now)) {
      const refs = { sessionId: id };
      call.record({ chainId: accountId, type: "session.created", refs });
    }
    openWallet(call, accountId, call.settings.openingCredit);
    const row =
      localPart === undefined ? null : reserve(call, accountId, localPart);
    const address = row && freeAddressOf(call.settings, row.localPart);
    const newcomer = { accountId, name, address };
    const say = language === undefined ? call.say : sayIn(language);
    const welcome = newWelcome({ ...call, say }, newcomer);
    save(call, null, welcome, { notify: [1] });
    const demoId = await sendDemoRequest({ ...call, say }, newcomer);
    call.write(welcomeStore(call.db).insert(accountId, welcome.id, demoId));
    // The caller is a person from now on, no newcomer.
    call.committed(() =>
      forgetPrincipals(
        call,
        (it) => it.kind === "newcomer" && it.accountId === accountId,
      ),
    );
    return {
      account: presentAccount(account),
      address:
        row &&
        presentAddress(call.settings, {
          ...row,
          displayName: name,
          accountKind: "person",
          prices: null,
        }),
      created: true,
    };
  },
});

interface Chosen {
  readonly timeZone: string | undefined;
  readonly language: Language | undefined;
}

/** Stores the language for mails; the other settings keep their defaults. */
async function keepChosen(
  call: CommandCall,
  { timeZone, language }: Chosen,
): Promise<void> {
  if (timeZone === undefined && language === undefined) return;
  const { accountId } = call.member;
  const store = noticeStore(call.db);
  const settings = {
    ...(await store.settings(accountId)),
    ...(timeZone !== undefined && { timeZone }),
    ...(language !== undefined && { language }),
  };
  const at = { updatedAt: call.now, noticesAskedAt: null, repliesFrom: null };
  call.write(store.save(accountId, settings, at));
}

/** @throws already_has_address if another one is asked for */
async function asItIs(
  call: CommandCall,
  account: Account,
  localPart: string | undefined,
) {
  const own = await addressStore(call.db).ofAccount(account.id);
  if (own && localPart !== undefined && localPart !== own.localPart) {
    throw new ServiceError("already_has_address", {
      detail: told`Cannot sign up as "${localPart}": the account already has the address "${own.localPart}".`,
    });
  }
  const address = own ? presentAddress(call.settings, own) : null;
  return { account: presentAccount(account), address, created: false };
}

/** @throws sign_up_closed if only the operator creates accounts */
function requireOpenSignUp({ settings }: Pick<CommandCall, "settings">): void {
  if (settings.isSignUpOpen) return;
  throw new ServiceError("sign_up_closed", {
    detail: told`Cannot sign up: this service isn't open for new accounts.`,
  });
}
