import { expect, test } from "bun:test";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { listAccounts } from "../../src/core/operations/list_accounts.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import { startRelay } from "../mail/relay.ts";
import { signIn, tokenOf } from "./browser.ts";

const MAILBOX = "Alice@Mail.example";
const ALICE = "alice@inbox.localhost";

test("whom the operator added with a mailbox signs in as that account, and approves what its agent may not pay", async () => {
  await using s = await startService({ isRealTime: true });
  await s.addAccount("bob");
  const { account, token: agent } = await s.operate(addAccount, {
    name: "Alice",
    localPart: "alice",
    email: MAILBOX,
  });
  const offered = await s.fetch("/v1/conversations", {
    method: "POST",
    token: agent,
    json: {
      to: ["bob@inbox.localhost"],
      text: "Can you look at this?",
      price: "50.00",
      submit: true,
    },
  });
  const { conversationId, state } = await json(offered);
  expect(state).toBe("input-required");

  const browser = await signIn(s, MAILBOX.toLowerCase());
  const token = await tokenOf(browser);
  const mine = await s.fetch("/v1/account", { token });
  expect((await json(mine)).account.id).toBe(account.id);
  const decided = await s.fetch(
    `/v1/conversations/${conversationId}/decisions`,
    { method: "POST", token, json: { decision: "approve" } },
  );
  expect(await json(decided)).toMatchObject({
    state: "submitted",
    conversation: { payment: { status: "held" } },
  });
});

test("whom the operator added with a mailbox gets notices there once a mailed code has proven it", async () => {
  await using s = await startService({ isRealTime: true });
  await using relay = await startRelay();
  const bob = await s.addAccount("bob");
  await s.operate(addAccount, {
    name: "Alice",
    localPart: "alice",
    email: MAILBOX,
  });
  const ask = async () => {
    const asked = await s.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      json: { to: [ALICE], text: "A word?", submit: true },
    });
    expect(asked.status).toBe(201);
    await deliverDue(s.services, relay.mailer);
    return relay.mails.length;
  };
  expect(await ask()).toBe(0);
  await signIn(s, MAILBOX.toLowerCase());
  expect(await ask()).toBe(1);
});

test("a mailbox is one account's, and has to be one", async () => {
  await using s = await startService();
  await s.operate(addAccount, { name: "Alice", email: MAILBOX });
  for (const [email, why] of [
    [MAILBOX.toLowerCase(), "another account signs in with it"],
    ["nobody", "it is not an email address"],
    [
      "Alice@Inbox.localhost",
      "this service can't email its own addresses. Give the address where the person reads their email",
    ],
  ] as const) {
    const again = s.operate(addAccount, { name: "Eve", email });
    const error = await again.then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toBe(
      `Cannot add an account with this email: ${why}.`,
    );
  }
  const { accounts } = await s.operate(listAccounts, {});
  const people = accounts.filter(({ account }) => account.kind === "person");
  expect(people.map(({ email }) => email)).toEqual([MAILBOX.toLowerCase()]);
});
