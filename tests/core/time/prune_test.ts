import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { dayOf } from "../../../src/core/base/time.ts";
import { ClockWatch } from "../../../src/core/loops/clock_watch.ts";
import { pruneDue, sweeper } from "../../../src/core/loops/sweeper.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { openSubscription } from "../../../src/core/streams/subscribe.ts";
import type { TestCore } from "../core_harness.ts";
import { DAY, START, startCore, startStage, view } from "../core_harness.ts";
import { nextOf } from "../subscription.ts";
import { HOLD, paid } from "./clock.ts";

const commit = (core: TestCore, ...statements: readonly string[]) =>
  core.services.db.commit(statements.map((sql) => ({ sql, args: [] })));

const ids = async (core: TestCore, table: string) =>
  (await core.rows(`select id from ${table} order by id`)).map(([id]) => id);

/** A person as the sign-in keeps them. */
const PERSON = [
  `insert into auth_users (id, name, email, email_verified, created_at, updated_at)
  values ('acc_p', 'P', 'p@example.org', 1, 0, 0)`,
  "insert into accounts (id, kind, display_name, created_at) values ('acc_p', 'person', 'P', 0)",
];

test("an idempotency key is forgotten after thirty days, and only then", async () => {
  await using core = await startStage();
  const input = { to: core.bob.address, text: "words", submit: true };
  const create = () =>
    core.alice.run(createConversation, input, { idempotencyKey: "k" });
  const first = await create();
  core.advance(LIMITS.idempotencyKeptMs - 1);
  expect(await pruneDue(core.services)).toBe(0);
  expect((await create()).conversationId).toBe(first.conversationId);
  core.advance(1);
  // With what changed for the accounts, which is known as long.
  expect(await pruneDue(core.services)).toBeGreaterThan(0);
  expect((await create()).conversationId).not.toBe(first.conversationId);
});

test("how long keys are known is the operator's", async () => {
  await using core = await startStage({ IDEMPOTENCY_KEPT: "2d" });
  const input = { to: core.bob.address, text: "words", submit: true };
  await core.alice.run(createConversation, input, { idempotencyKey: "k" });
  core.advance(2 * DAY - 1);
  expect(await pruneDue(core.services)).toBe(0);
  core.advance(1);
  expect(await pruneDue(core.services)).toBe(1);
});

test("invites are forgotten only if the operator says when, and notices never", async () => {
  const mail = (id: string, mailbox: string, settledAt: string) =>
    `insert into deliveries (id, sender, kind, account_id, recipient, body, status, log, created_at, due_at, mailbox, settled_at)
     values ('${id}', 'mail', 'invite', 'a', 'r', '{}', 'delivered', '[]', 0, 0, ${mailbox}, ${settledAt})`;
  const mails = [
    mail("old", "'m'", `${START}`),
    mail("young", "'m'", `${START + 1}`),
    mail("waits", "'m'", "null"),
    mail("notice", "null", `${START}`),
  ];
  await using keeping = await startCore();
  await commit(keeping, ...mails);
  keeping.advance(10_000 * DAY);
  expect(await pruneDue(keeping.services)).toBe(0);
  await using core = await startCore({ MAIL_KEPT: "60d" });
  await commit(core, ...mails);
  core.advance(60 * DAY);
  expect(await pruneDue(core.services)).toBe(1);
  expect(await ids(core, "deliveries")).toEqual(["notice", "waits", "young"]);
});

test("sessions and codes that ran out are forgotten, the others are not", async () => {
  await using core = await startCore();
  const at = START + DAY;
  const session = (id: string, end: number) =>
    `insert into auth_sessions (id, expires_at, token, created_at, updated_at, user_id) values ('${id}', ${end}, '${id}', 0, 0, 'acc_p')`;
  const code = (id: string, end: number) =>
    `insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at) values ('${id}', 'i', 'v', ${end}, 0, 0)`;
  await commit(
    core,
    ...PERSON,
    session("ended", at),
    session("open", at + 1),
    "insert into session_tokens (token_hash, session_id, created_at, expires_at) values ('h', 'ended', 0, 1)",
    code("ended", at),
    code("open", at + 1),
  );
  core.advance(DAY - 1);
  expect(await pruneDue(core.services)).toBe(0);
  core.advance(1);
  expect(await pruneDue(core.services)).toBe(2);
  expect(await ids(core, "auth_sessions")).toEqual(["open"]);
  expect(await ids(core, "auth_verifications")).toEqual(["open"]);
  expect(await core.rows("select * from session_tokens")).toEqual([]);
});

test("the link of an invite is forgotten when it has run out, and only then", async () => {
  await using core = await startCore();
  const at = START + DAY;
  const link = (hash: string, end: number) =>
    `insert into mail_tokens (token_hash, purpose, conversation_id, position, outbox_id, expires_at) values ('${hash}', 'read', 'c', 1, 'o', ${end})`;
  await commit(core, link("ended", at), link("open", at + 1));
  core.advance(DAY - 1);
  expect(await pruneDue(core.services)).toBe(0);
  core.advance(1);
  expect(await pruneDue(core.services)).toBe(1);
  expect(await core.rows("select token_hash from mail_tokens")).toEqual([
    ["open"],
  ]);
});

test("an OAuth client that nobody ever let in is forgotten after a week", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const client = (id: string, more = "null") =>
    `insert into oauth_clients (id, client_id, redirect_uris, created_at, skip_consent) values ('${id}', 'client-${id}', '[]', ${START}, ${more})`;
  await commit(
    core,
    ...PERSON,
    client("consented"),
    client("disconnected"),
    client("trusted", "1"),
    client("unused"),
    "insert into oauth_consents (id, client_id, user_id, scopes, created_at, updated_at) values ('c', 'client-consented', 'acc_p', '[]', 0, 0)",
    `insert into credentials (id, account_id, name, client_id, created_at, revoked_at) values ('cred_x', '${alice.accountId}', 'x', 'client-disconnected', 0, 1)`,
  );
  core.advance(LIMITS.oauthClientUnusedDays * DAY - 1);
  expect(await pruneDue(core.services)).toBe(0);
  core.advance(1);
  expect(await pruneDue(core.services)).toBe(1);
  expect(await ids(core, "oauth_clients")).toEqual([
    "consented",
    "disconnected",
    "trusted",
  ]);
});

test("what was spent on a day is forgotten when no limit asks for it any more", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const today = dayOf(START);
  const oldest = today - LIMITS.spendingKeptDays;
  await commit(
    core,
    `insert into credentials (id, account_id, name, created_at) values ('cred_x', '${alice.accountId}', 'x', 0)`,
    ...[oldest - 1, oldest, today].flatMap((day) => [
      `insert into spending (credential_id, day, currency, spent, per_day) values ('cred_x', ${day}, 'TEST', 1, 2)`,
      `insert into agent_spending (account_id, credential_id, payee, day, currency, spent, most) values ('${alice.accountId}', '', '', ${day}, 'TEST', 1, null)`,
    ]),
  );
  expect(await pruneDue(core.services)).toBe(2);
  for (const table of ["spending", "agent_spending"]) {
    const left = await core.rows(`select day from ${table} order by day`);
    expect(left).toEqual([[oldest], [today]]);
  }
  core.advance(DAY);
  expect(await pruneDue(core.services)).toBe(2);
});

test("more than a batch is forgotten batch by batch", async () => {
  await using core = await startCore();
  const count = 2 * LIMITS.pruneBatch + 1;
  await commit(
    core,
    `insert into idempotency_keys (scope, key, operation, request_hash, output, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select 's', i, 'o', 'h', '{}', 0 from n`,
  );
  expect(await pruneDue(core.services)).toBe(count);
  expect(await pruneDue(core.services)).toBe(0);
});

test("the sweeper begins with the service and finishes what it began", async () => {
  await using core = await startStage();
  const id = await paid(core);
  core.advance(HOLD);
  const { principal } = core.alice;
  const stream = await openSubscription(
    core.services,
    { principal, via: "rest", requestId: "test" },
    { conversationId: id, after: 99 },
  );
  await nextOf(stream);
  const loops = sweeper(core.services, await ClockWatch.open(core.services));
  for (const loop of loops) loop.start();
  expect(await nextOf(stream)).toMatchObject({ event: "payment.updated" });
  stream.close();
  await Promise.all(loops.map((loop) => loop.stop()));
  expect((await view(core.alice, id)).state).toBe("canceled");
  expect(core.logged).toEqual([]);
});

test("every search for what is due, or may go, uses an index", async () => {
  await using core = await startCore();
  const plans = [
    "select id from payments where status = 'held' and capture_before <= 5 and (capture_before, id) > (0, '') order by capture_before, id limit 9",
    "select id from conversations where state = 'auth-required' and state_at <= 5 and (state_at, id) > (0, '') order by state_at, id limit 9",
    "select id from checkpoints where status = 'open' and expires_at <= 5 and (expires_at, id) > (0, '') order by expires_at, id limit 9",
    "select rowid from auth_sessions where expires_at <= 5 limit 9",
    "select rowid from auth_verifications where expires_at <= 5 limit 9",
    "select rowid from mail_tokens where expires_at <= 5 limit 9",
    "select rowid from idempotency_keys where created_at <= 5 limit 9",
    "select rowid from spending where day < cast(5 / 9 as integer) limit 9",
    "select rowid from agent_spending where day < cast(5 / 9 as integer) limit 9",
    "select rowid from oauth_clients c where created_at <= 5 and not exists (select 1 from credentials x where x.client_id = c.client_id) limit 9",
  ];
  for (const query of plans) {
    const plan = await core.rows(`explain query plan ${query}`);
    const said = plan.map((row) => row[3]).join("; ");
    expect(said).not.toMatch(/\bSCAN (?!CONSTANT)/);
  }
});

test("a sign-up that was left is forgotten after a day, and one that may still end is not", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const person = (id: string, at: number) =>
    `insert into auth_users (id, name, email, email_verified, created_at, updated_at)
     values ('${id}', '', '${id}@example.org', 1, ${at}, ${at})`;
  const session = (of: string, at: number) =>
    `insert into auth_sessions (id, expires_at, token, created_at, updated_at, user_id)
     values ('${of}-${at}', ${START + 90 * DAY}, '${of}-${at}', ${at}, ${at}, '${of}')`;
  const later = START + DAY;
  await commit(
    core,
    ...[person("acc_left", START), session("acc_left", START)],
    ...[person("acc_again", START), session("acc_again", later)],
    ...[person(alice.accountId, START), session(alice.accountId, START)],
  );
  core.advance(LIMITS.signUpMs + 3_600_000 - 1);
  expect(await pruneDue(core.services)).toBe(0);
  core.advance(1);
  expect(await pruneDue(core.services)).toBe(1);
  expect(await ids(core, "auth_users")).toEqual(
    [alice.accountId, "acc_again"].toSorted(),
  );
  expect(await ids(core, "auth_sessions")).not.toContain(`acc_left-${START}`);
});
