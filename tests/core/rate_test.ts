import { expect, test } from "bun:test";
import {
  RateLimiter,
  rateClassOf,
  USUAL_RATES,
} from "../../src/core/access/rate.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { ServiceError } from "../../src/core/errors/errors.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { checkFreeAddress } from "../../src/core/operations/check_free_address.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { getFreeAddress } from "../../src/core/operations/get_free_address.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openWelcome } from "../../src/core/operations/open_welcome.ts";
import { resolveAddress } from "../../src/core/operations/resolve_address.ts";
import { saveTemplate } from "../../src/core/operations/save_template.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import type { Actor } from "./core_harness.ts";
import { startCore, thrown } from "./core_harness.ts";

const MINUTE = 60_000;
/** Some 200 kB of text. */
const LONG = "ü".repeat(LIMITS.textCharsMax);
const on = () => startCore({ RATE_LIMITS: "on" });

const CLASSES = [
  ["read", 600, (it: Actor) => it.run(getFreeAddress, {})],
  ["write", 120, (it: Actor) => it.run(openWelcome, {})],
  ["create", 30, (it: Actor) => it.run(createConversation, { text: "x" })],
  [
    "resolve",
    120,
    (it: Actor) => it.run(resolveAddress, { address: "eve@example.org" }),
  ],
  [
    "available",
    60,
    (it: Actor) => it.run(checkFreeAddress, { localPart: "free" }),
  ],
] as const;

/** How many calls are taken before one is refused, and that refusal. */
async function takenBy(
  actor: Actor,
  call: (actor: Actor) => Promise<unknown>,
): Promise<{ count: number; error: ServiceError }> {
  for (let count = 0; ; count++) {
    try {
      await call(actor);
    } catch (error) {
      return { count, error: error as ServiceError };
    }
  }
}

for (const [name, max, call] of CLASSES) {
  test(`an account may make ${max} calls of the class ${name} a minute, and has other budgets left`, async () => {
    await using core = await on();
    const alice = await core.account("alice");
    const { count, error } = await takenBy(alice, call);
    expect(count).toBe(max);
    expect(error.code).toBe("rate_limited");
    expect(error.message).toMatch(
      new RegExp(
        `^Cannot .+ now: the limit is ${max} .+ per minute. Try again in \\d+ seconds.$`,
      ),
    );
    expect(error.extra.rate).toEqual({ class: name, max, windowSeconds: 60 });
    for (const [other, , another] of CLASSES) {
      if (other !== name) await another(alice);
    }
    const bob = await core.account("bob");
    await call(bob);
  });
}

test("all credentials of an account share its budget", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const { accountId } = alice;
  const more = await core.run(addCredential, { accountId, name: "Second" });
  const second = alice.as({ credentialId: more.credential.id });
  const person = alice.as({ kind: "person" });
  for (let i = 0; i < LIMITS.createsPerMinuteMax; i += 2) {
    await alice.run(createConversation, { text: "x" });
    await second.run(createConversation, { text: "x" });
  }
  for (const one of [alice, second, person]) {
    const error = await one.refused(createConversation, { text: "x" });
    expect(error.code).toBe("rate_limited");
  }
});

test("after the seconds that are named a call is taken, a moment before it is not", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const draft = (it: Actor) => it.run(createConversation, { text: "x" });
  for (let round = 1; round <= 3; round++) {
    const { error } = await takenBy(alice, draft);
    const seconds = Number(error.extra.retryAfter);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(62);
    core.advance((seconds - 1) * 1000);
    const early = await alice.refused(createConversation, { text: "x" });
    expect(early.extra.retryAfter).toBe(1);
    core.advance(1000);
    await draft(alice);
  }
});

test("two quiet minutes give the whole budget back", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const draft = (it: Actor) => it.run(createConversation, { text: "x" });
  await takenBy(alice, draft);
  core.advance(2 * MINUTE);
  expect((await takenBy(alice, draft)).count).toBe(LIMITS.createsPerMinuteMax);
});

test("a refused call is not counted, so that asking again does not prolong the wait", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const draft = (it: Actor) => it.run(createConversation, { text: "x" });
  const { error } = await takenBy(alice, draft);
  for (let i = 0; i < 100; i++) {
    const again = await alice.refused(createConversation, { text: "x" });
    expect(again.extra.retryAfter).toBe(error.extra.retryAfter);
  }
});

test("a call that is wrong counts as one that is right", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  for (let i = 0; i < LIMITS.createsPerMinuteMax; i++) {
    const error = await alice.refused(createConversation, { price: "lots" });
    expect(error.code).toBe("invalid_price");
  }
  const error = await alice.refused(createConversation, { price: "lots" });
  expect(error.code).toBe("rate_limited");
});

test("equal requests that wait for the first one cost nothing", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const key = { idempotencyKey: "once" };
  const many = await Promise.all(
    Array.from({ length: LIMITS.createsPerMinuteMax }, () =>
      alice.run(createConversation, { text: "x" }, key),
    ),
  );
  expect(new Set(many.map((it) => it.conversationId)).size).toBe(1);
  const draft = (it: Actor) => it.run(createConversation, { text: "x" });
  expect((await takenBy(alice, draft)).count).toBe(
    LIMITS.createsPerMinuteMax - 1,
  );
});

test("the operator and the service's own agents have no limit", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  for (let i = 0; i < LIMITS.readsPerMinuteMax + 10; i++) {
    await core.run(findAccount, { account: alice.accountId });
  }
  const agent = alice.as({ kind: "service" });
  const draft = () => agent.run(createConversation, { text: "x" });
  for (let i = 0; i < LIMITS.createsPerMinuteMax + 10; i++) await draft();
});

test("every operation of a member is counted in its class", () => {
  const special = new Map([
    ["create_conversation", "create"],
    ["resolve_address", "resolve"],
    ["start_export", "create"],
    ["quote_access", "resolve"],
    ["preview_conversation", "resolve"],
    ["learn_client", "resolve"],
    ["check_free_address", "available"],
    ["suggest_free_addresses", "available"],
    ["get_offers", "visit"],
    ["price_order", "visit"],
    ["place_order", "create"],
    ["make_team", "create"],
    ["read_calendar", "visit"],
  ]);
  for (const operation of OPERATIONS) {
    const usual = operation.kind === "query" ? "read" : "write";
    expect([operation.name, rateClassOf(operation)]).toEqual([
      operation.name,
      special.get(operation.name) ?? usual,
    ] as never);
  }
});

test("however many accounts call, a bounded number is remembered", () => {
  const limiter = new RateLimiter(USUAL_RATES);
  const take = (accountId: string) =>
    limiter.take(
      createConversation,
      { kind: "person", accountId, scopes: null },
      0,
    );
  const max = LIMITS.createsPerMinuteMax;
  for (let i = 0; i < max; i++) take("first");
  expect(thrown(() => take("first")).code).toBe("rate_limited");
  for (let i = 0; i < LIMITS.rateAccountsMax; i++) take(`acc_${i}`);
  // The one that came first was forgotten to make room for the last.
  take("first");
});

test("a person who has no account yet is counted, too", () => {
  const limiter = new RateLimiter(USUAL_RATES);
  const newcomer = {
    kind: "newcomer",
    accountId: "acc_1",
    sessionId: "ses_1",
  } as const;
  const take = () => limiter.take(openWelcome, newcomer, 0);
  for (let i = 0; i < LIMITS.writesPerMinuteMax; i++) take();
  expect(thrown(take).code).toBe("rate_limited");
});

test("a clock that goes back lets nobody wait for ever", () => {
  const limiter = new RateLimiter(USUAL_RATES);
  const take = (at: number) =>
    limiter.take(
      createConversation,
      { kind: "person", accountId: "acc_1", scopes: null },
      at,
    );
  for (let i = 0; i < LIMITS.createsPerMinuteMax; i++) take(10 * MINUTE);
  take(5 * MINUTE);
});

test("the text of all changes is bounded by the minute, whatever it is for, files apart", async () => {
  await using core = await on();
  const alice = await core.account("alice");
  const bytes = new Uint8Array(5_000_000).toBase64();
  const artifacts = [{ name: "a", mimeType: "application/pdf", bytes }];
  const draft = { text: "x", artifacts };
  const { conversationId } = await alice.run(createConversation, draft);
  const save = (it: Actor) =>
    it.run(updateConversation, { conversationId, text: LONG });
  const max = LIMITS.textBytesPerMinuteMax;
  const { count, error } = await takenBy(alice, save);
  expect(count).toBe(Math.floor(max / Buffer.byteLength(LONG)));
  expect(error.code).toBe("rate_limited");
  const rate = { class: "text", windowSeconds: 60, max };
  expect(error.extra.rate).toEqual(rate);
  const template = { name: "T", text: LONG.slice(0, 20_000) };
  const other = await takenBy(alice, (it) => it.run(saveTemplate, template));
  expect(other.error.extra.rate).toEqual(rate);
  await alice.run(getFreeAddress, {});
  await (await core.account("bob")).run(createConversation, { text: LONG });
  const last = await alice.refused(updateConversation, {
    conversationId,
    text: LONG,
  });
  core.advance(Number(last.extra.retryAfter) * 1_000);
  await save(alice);
});

test("a day of text has a bound of its own, and what it refuses is not counted in the minute", async () => {
  await using core = await on();
  const { principal } = await core.account("alice");
  const limiter = new RateLimiter(USUAL_RATES);
  const most = LIMITS.textBytesPerDayMax;
  let now = 0;
  let sent = 0;
  const send = () => {
    limiter.takeText(createConversation, principal, { text: LONG }, now);
    sent += Buffer.byteLength(LONG);
  };
  const fill = () =>
    thrown(() => {
      for (;;) send();
    });
  let error = fill();
  while (Number(error.extra.retryAfter) < 120) {
    now += 2 * MINUTE;
    error = fill();
  }
  expect(sent).toBe(most - (most % Buffer.byteLength(LONG)));
  const rate = { class: "text", windowSeconds: 86_400, max: most };
  expect(error.extra.rate).toEqual(rate);
  now += Number(error.extra.retryAfter) * 1_000;
  send();
});
