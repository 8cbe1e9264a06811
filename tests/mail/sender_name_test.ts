import { expect, test } from "bun:test";
import { plainName } from "../../src/core/mail/sender_name.ts";
import { updateProfile } from "../../src/core/operations/update_profile.ts";
import { startStage } from "../core/core_harness.ts";
import { deliverDue } from "./deliver_due.ts";
import { invite } from "./outbox.ts";
import { startRelay } from "./relay.ts";

const NAMES = [
  "Ann",
  "Anne-Marie O’Brien",
  "Jean-Luc van Thun",
  "王小明",
  "สมชาย ใจดี",
  "Bakery 24",
  "Smith & Sons Ltd.",
];

const MESSAGES = [
  "Your account is locked, call 1 800 555 0100 now",
  "Please call us back today",
  "Please_call_us_back_today",
  "Please-call-us-back-today",
  "Call 18005550100",
  "Call ①②③④⑤",
  "Call １２３４５",
  "Call ١٢٣٤٥",
  "You owe 500 USD",
  "You owe EUR 500",
  "You owe $5",
  "₿ for you",
  "Pay now!",
  "您的账户已被锁定请立即致电",
  "pay at evil.example",
  "pay at evil．example",
  "you＠bank",
  "\u202e\n",
];

for (const name of NAMES) {
  test(`${name} is a name`, () => {
    expect(plainName(name)).toBe(name);
  });
}

for (const text of MESSAGES) {
  test(`${JSON.stringify(text)} is no name`, () => {
    expect(plainName(text)).toBe("");
  });
}

test("a long name ends at its limit, never within a sign", () => {
  expect(plainName("𝒳".repeat(10))).toBe("X".repeat(10));
  expect([...plainName("😀".repeat(100))]).toHaveLength(60);
});

test("of an account whose name reads like a message, only the address is shown", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const name = "Your account is locked, call 1 800 555 0100 now";
  await core.alice.run(updateProfile, { name });
  await invite(core);
  await deliverDue(core.services, relay.mailer);
  const text = relay.mails.at(-1)?.text;
  expect(text).toStartWith("alice@inbox.localhost wrote to you");
  expect(relay.raw.at(-1)).not.toContain("locked");
});

test("a mail has the account's name, not the one chosen for one conversation", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  await invite(core, { fromName: "Bank Support" });
  await deliverDue(core.services, relay.mailer);
  const text = relay.mails.at(-1)?.text;
  expect(text).toStartWith("alice (alice@inbox.localhost) wrote to you");
  expect(relay.raw.at(-1)).not.toContain("Bank Support");
  expect(await core.rows("select body from deliveries")).toEqual([
    [expect.stringContaining('"fromName":"alice"')],
  ]);
});
