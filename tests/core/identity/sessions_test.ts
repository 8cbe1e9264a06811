import { describe, expect, test } from "bun:test";
import type { Operation } from "../../../src/core/access/operation.ts";
import {
  ANONYMOUS,
  EXPIRED,
  OPERATOR,
} from "../../../src/core/access/principal.ts";
import { auditStore } from "../../../src/core/audit/store.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import {
  authenticate,
  isLive,
} from "../../../src/core/identity/authenticate.ts";
import { deviceOf, shownUserAgent } from "../../../src/core/identity/device.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { enableAccount } from "../../../src/core/operations/enable_account.ts";
import { listCredentials } from "../../../src/core/operations/list_credentials.ts";
import { listSessions } from "../../../src/core/operations/list_sessions.ts";
import { revokeSession } from "../../../src/core/operations/revoke_session.ts";
import { revokeSessions } from "../../../src/core/operations/revoke_sessions.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { failure, refusal } from "../core_harness.ts";
import type { Opened } from "../fixture.ts";
import { openCore } from "../fixture.ts";

async function chainOf({ services }: Opened, accountId: string) {
  const rows = await auditStore(services.db).page(accountId, 0, 100);
  return rows.map(({ said }) => said);
}

describe("sessions", () => {
  test("a token is good for its time, and then says that it was", async () => {
    await using core = await openCore();
    const alice = await core.add("alice");
    const { sessionId, token } = await core.addSession(alice);
    const principal = await authenticate(core.services, token);
    expect(principal).toEqual({
      kind: "person",
      accountId: alice.accountId,
      sessionId,
      scopes: null,
    });
    core.advance(LIMITS.sessionTokenMs - 1);
    expect(await authenticate(core.services, token)).not.toBe(EXPIRED);
    core.advance(1);
    expect(await authenticate(core.services, token)).toBe(EXPIRED);
  });

  test("are ended by their person or the operator, and audited", async () => {
    await using core = await openCore();
    const { services } = core;
    const alice = await core.add("alice");
    const one = await core.addSession(alice);
    const two = await core.addSession(alice);
    const person = await authenticate(services, one.token);
    const other = await authenticate(services, two.token);
    const { accountId } = alice;
    const { sessions } = await core.run(listSessions, person, {});
    expect(sessions.map(({ id, current }) => [id, current])).toContainEqual([
      one.sessionId,
      true,
    ]);
    await core.run(revokeSession, person, { sessionId: two.sessionId });
    expect(await authenticate(services, two.token)).toBe(ANONYMOUS);
    expect(await isLive(services, other)).toBe(false);
    expect(await isLive(services, person)).toBe(true);

    expect(await core.run(revokeSessions, OPERATOR, { accountId })).toEqual({
      revoked: 1,
    });
    expect(await authenticate(services, one.token)).toBe(ANONYMOUS);
    const [first, second] = (await chainOf(core, accountId)).slice(-2);
    expect(first).toMatchObject({
      type: "session.revoked",
      actor: { kind: "person", accountId },
      refs: { sessionId: two.sessionId },
    });
    expect(second).toMatchObject({
      type: "session.revoked",
      actor: { kind: "operator" },
      refs: { count: "1" },
    });
    expect(await core.run(verifyAudit, OPERATOR, {})).toMatchObject({
      ok: true,
    });
  });

  test("of another person answer as if they were not there", async () => {
    await using core = await openCore();
    const alice = await core.add("alice");
    const bob = await core.add("bob");
    const hers = await core.addSession(alice);
    const his = await core.addSession(bob);
    const person = await authenticate(core.services, hers.token);
    const end = (sessionId: string) =>
      refusal(core.run(revokeSession, person, { sessionId }));
    const foreign = await end(his.sessionId);
    const absent = await end("nothing");
    expect([foreign.code, foreign.message]).toEqual([
      absent.code,
      absent.message,
    ]);
    const naming = { accountId: bob.accountId };
    const listed = await refusal(core.run(listSessions, person, naming));
    expect(listed.code).toBe("account_not_found");
    expect((await authenticate(core.services, his.token)).kind).toBe("person");
  });

  test("the operator names whose they are", async () => {
    await using core = await openCore();
    const operations: readonly Operation[] = [
      listSessions,
      revokeSessions,
      listCredentials,
    ];
    for (const operation of operations) {
      const error = await refusal(core.run(operation, OPERATOR, {}));
      expect(error).toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/accountId" }],
      });
    }
  });
});

describe("a disabled account", () => {
  test("lets nobody in, whoever was in, until it is enabled", async () => {
    await using core = await openCore();
    const { services } = core;
    const alice = await core.add("alice");
    const bob = await core.add("bob");
    const { accountId, token } = alice;
    const session = await core.addSession(alice);
    const agent = await authenticate(services, token);
    const person = await authenticate(services, session.token);

    const { account } = await core.run(disableAccount, OPERATOR, { accountId });
    expect(account.disabledAt).toBeString();
    for (const bearer of [token, session.token]) {
      expect(await authenticate(services, bearer)).toBe(ANONYMOUS);
    }
    expect(await isLive(services, agent)).toBe(false);
    expect(await isLive(services, person)).toBe(false);
    expect((await authenticate(services, bob.token)).kind).toBe("agent");

    const again = await core.run(disableAccount, OPERATOR, { accountId });
    expect(again.account).toEqual(account);
    await core.run(enableAccount, OPERATOR, { accountId });
    await core.run(enableAccount, OPERATOR, { accountId });
    expect((await authenticate(services, token)).kind).toBe("agent");
    // A session does not come back.
    expect(await authenticate(services, session.token)).toBe(ANONYMOUS);
    const types = (await chainOf(core, accountId)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual([
      "session.revoked",
      "account.disabled",
      "account.enabled",
    ]);
  });

  test("is never one of the service's own agents, nor disabled by anybody but the operator", async () => {
    await using core = await openCore();
    const alice = await core.add("alice");
    const { token } = await core.addSession(alice);
    const person = await authenticate(core.services, token);
    const { accountId } = alice;
    const own = { accountId: "acc_hello" };
    const service = await refusal(core.run(disableAccount, OPERATOR, own));
    expect(service.code).toBe("forbidden");
    for (const principal of [person, alice.member, ANONYMOUS]) {
      const error = await refusal(
        core.run(disableAccount, principal, { accountId }),
      );
      expect(error.code).toBe("forbidden");
    }
  });
});

test("an agent makes no credential, whatever its scopes", async () => {
  await using core = await openCore();
  const alice = await core.add("alice");
  for (const input of [
    { name: "x" },
    { name: "x", accountId: alice.accountId },
  ]) {
    const error = await failure(core.run(addCredential, alice.member, input));
    expect(error).toMatchObject({ code: "forbidden" });
  }
});

test("a device is named in plain words, whatever it says of itself", () => {
  const mozilla = "Mozilla/5.0";
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  for (const [userAgent, device] of [
    [null, "Unknown device"],
    ["", "Unknown device"],
    ["\u202ex\n", "Unknown device"],
    ["curl/8.5.0", "curl"],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0 Safari/537.36`,
      "Chrome on Windows",
    ],
    [
      `${mozilla} (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
      "Edge on Windows",
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
    ],
    [
      `${mozilla} (Linux; Android 15) ${webkit} Chrome/141.0 Mobile Safari/537.36`,
      "Chrome on Android",
    ],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0`,
      "Firefox on Mac",
    ],
  ] as const) {
    expect(deviceOf(userAgent)).toBe(device);
  }
  expect(shownUserAgent("x".repeat(10_000))).toHaveLength(300);
  expect(shownUserAgent("a\u202e\nb")).toBe("a b");
});
