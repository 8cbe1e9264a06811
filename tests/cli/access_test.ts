import { expect, setDefaultTimeout, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { ANONYMOUS } from "../../src/core/access/principal.ts";
import { authenticate, isLive } from "../../src/core/identity/authenticate.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

/** The service runs: svc asks it over the operator's channel. */
async function serving() {
  const core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  return {
    ...core,
    async [Symbol.asyncDispose]() {
      await channel.stop();
      await core[Symbol.asyncDispose]();
    },
  };
}

test("sessions are listed and revoked, one or all", async () => {
  await using core = await serving();
  const alice = await core.add("alice");
  const laptop = await core.addSession(alice, { userAgent: "curl/8.5.0" });
  const phone = await core.addSession(alice);
  const tablet = await core.addSession(alice);
  await authenticate(core.services, phone.token);

  const listed = await json(core, "session", "list", "alice");
  expect(listed.sessions).toHaveLength(3);
  const shown = await svc(core, "session", "list", "alice@inbox.localhost");
  expect(shown.out).toMatch(
    new RegExp(`${laptop.sessionId} +curl +2026-01-15`),
  );

  const revoked = await svc(
    core,
    ...["session", "revoke", "alice", phone.sessionId],
  );
  expect(revoked).toEqual({
    code: 0,
    out: `Revoked ${phone.sessionId}.\n`,
    err: "",
  });
  expect(await authenticate(core.services, phone.token)).toBe(ANONYMOUS);
  expect((await authenticate(core.services, tablet.token)).kind).toBe("person");

  const all = await json(core, "session", "revoke", "alice", "--all");
  expect(all).toEqual({ revoked: 2 });
  expect(await authenticate(core.services, tablet.token)).toBe(ANONYMOUS);
  const gone = await svc(
    core,
    ...["session", "revoke", "alice", phone.sessionId],
  );
  expect(gone).toEqual({
    code: 1,
    out: "",
    err: "Cannot find this session of this account.\n",
  });
  for (const args of [[], [phone.sessionId, "--all"]]) {
    const ran = await svc(core, "session", "revoke", "alice", ...args);
    expect(ran.err).toBe("Cannot revoke: name a session or use --all\n");
  }
});

test("an account is disabled and enabled while the service runs", async () => {
  await using core = await serving();
  const alice = await core.add("alice");
  const { token } = await core.addSession(alice);
  const agent = await authenticate(core.services, alice.token);
  const disabled = await svc(core, "account", "disable", "alice");
  expect(disabled).toEqual({
    code: 0,
    out: `Disabled alice (${alice.accountId}).\n`,
    err: "",
  });
  expect(await authenticate(core.services, alice.token)).toBe(ANONYMOUS);
  expect(await authenticate(core.services, token)).toBe(ANONYMOUS);
  expect(await isLive(core.services, agent)).toBe(false);
  const enabled = await json(core, "account", "enable", alice.accountId);
  expect(enabled.account.disabledAt).toBeNull();
  expect((await authenticate(core.services, alice.token)).kind).toBe("agent");
  const service = await svc(core, "account", "disable", "hello");
  expect(service).toEqual({
    code: 1,
    out: "",
    err: "Cannot disable the account: the service itself uses it.\n",
  });
});

test("a credential takes a preset and spend limits", async () => {
  await using core = await serving();
  await core.add("alice");
  const to = ["--payee", "Bob@inbox.localhost", "eve@example.org"];
  const as = ["--contact-type", "clients", "coworkers"];
  const add = ["credential", "add", "--account", "alice", "--name", "Buyer"];
  const limits = ["--per-payment", "5", "--per-day", "20"];
  const added = await json(core, ...add, "--preset", "assistant", ...limits);
  expect(added.credential).toMatchObject({
    preset: "assistant",
    limits: { perPayment: { amount: "5.00" }, perDay: { amount: "20.00" } },
  });
  const shown = await svc(core, ...add, "--preset", "reader", ...limits);
  expect(shown.out).toContain("It can't pay.");
  expect((await svc(core, ...add, ...limits)).out).toContain(
    "at most 5.00 USDC (TEST) per payment, 20.00 USDC (TEST) per day",
  );
  const named = await json(core, ...add, ...to, ...as);
  expect(named.credential.limits).toEqual({
    perPayment: null,
    perDay: null,
    perPayee: null,
    payees: ["bob@inbox.localhost", "eve@example.org"],
    contactTypes: ["clients", "coworkers"],
    askFirstPayment: false,
    accept: null,
  });
  const words = (await svc(core, ...add, ...to, ...as)).out;
  expect(words).toContain(
    "only to bob@inbox.localhost, eve@example.org; only as clients, coworkers",
  );
  for (const wrong of [
    ["--payee", "bob"],
    ["--contact-type", "rivals"],
    ["--preset", "reader", "--scope", "audit:read"],
    ["--preset", "root"],
  ]) {
    const ran = await svc(core, ...add, ...wrong);
    expect(ran).toMatchObject({ code: 1, out: "" });
  }
});

test("every limit is set and taken away at the terminal", async () => {
  await using core = await serving();
  await core.add("alice");
  const of = ["--account", "alice"];
  const add = ["credential", "add", ...of, "--name", "Seller"];
  const accepts = ["--accept-max", "5", "--accept-from", "Bob@inbox.localhost"];
  const types = ["--accept-type", "clients", "coworkers"];
  const { credential } = await json(
    core,
    ...add,
    ...["--per-payee", "7"],
    ...accepts,
    ...types,
  );
  const again = ["credential", "limit", credential.id, ...of];
  const shown = await svc(core, ...again, "--per-payee", "7");
  expect(shown.out).toMatch(/Pays +.*7\.00 USDC \(TEST\) per day to one payee/);
  expect(credential.limits).toMatchObject({
    perPayee: { amount: "7.00" },
    accept: {
      maxPrice: { amount: "5.00" },
      senders: ["bob@inbox.localhost"],
      contactTypes: ["clients", "coworkers"],
    },
  });
  expect(credential.says.accepts).toBe(
    "On its own it can accept requests up to 5.00 USDC (TEST), from clients or coworkers, from bob@inbox.localhost. It asks you about others.",
  );
  const limit = ["credential", "limit", credential.id, ...of];
  const changed = await json(
    core,
    ...limit,
    ...["--per-payee", "none", "--accept-from", "none"],
    ...["--payee", "bob@inbox.localhost"],
  );
  expect(changed.credential.limits).toMatchObject({
    perPayee: null,
    payees: ["bob@inbox.localhost"],
    accept: { maxPrice: { amount: "5.00" }, senders: null },
  });
  const none = ["--accept-max", "none", "--accept-type", "none"];
  const { credential: open } = await json(core, ...limit, ...none);
  expect(open.limits.accept).toBeNull();
  expect(open.says.accepts).toBe("It can accept any request on its own.");
});

test("a program's access asks before first payments only where it was made so", async () => {
  await using core = await serving();
  const account = ["account", "add", "--name", "Alice", "--local-part"];
  const asks = "--ask-first-payment";
  const of = async (...args: readonly string[]) =>
    (await json(core, ...args)).credential.limits.askFirstPayment;
  expect(await of(...account, "alice")).toBe(false);
  expect(await of(...account, "erin", asks)).toBe(true);
  const add = ["credential", "add", "--account", "alice", "--name", "Buyer"];
  expect(await of(...add)).toBe(false);
  const { credential } = await json(core, ...add, asks);
  expect(credential.limits.askFirstPayment).toBe(true);
  const limit = ["credential", "limit", credential.id, "--account", "alice"];
  expect(await of(...limit, "--per-day", "20")).toBe(true);
  expect(await of(...limit, "--no-ask-first-payment")).toBe(false);
  expect(await of(...limit, "--per-day", "none")).toBe(false);
  expect(await of(...limit, asks)).toBe(true);
});
