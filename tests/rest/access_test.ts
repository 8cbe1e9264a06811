import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { hashToken } from "../../src/core/identity/token.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, START, startService } from "../harness.ts";

const MANY = Array.from({ length: 51 }, (_, index) => `a${index}@b.example`);
const ACCESS = "/v1/credentials";
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

interface Home extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  /** A token of alice's session. */
  readonly session: string;
  readonly sessionId: string;
}

async function startHome(): Promise<Home> {
  const service = await startService();
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const signedIn = await service.addSession(alice, { userAgent: USER_AGENT });
  return {
    service,
    alice,
    session: signedIn.token,
    sessionId: signedIn.sessionId,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function add({ service, session }: Home, body: object, key?: string) {
  return service.fetch(ACCESS, {
    method: "POST",
    token: session,
    headers: key === undefined ? {} : { "idempotency-key": key },
    json: { name: "Claude", ...body },
  });
}

async function listed({ service, session }: Home) {
  const response = await service.fetch(ACCESS, { token: session });
  return (await json(response)).credentials;
}

describe("a person's credentials", () => {
  test("are made with all that was chosen, the token once", async () => {
    await using home = await startHome();
    const response = await add(home, {
      preset: "assistant",
      limits: { perPayment: "5.00", perDay: 20 },
      expiresAt: "2027-01-01T00:00:00Z",
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { credential, token } = await json(response);
    expect(response.headers.get("location")).toBe(`${ACCESS}/${credential.id}`);
    expect(token).toMatch(/^svc_/);
    expect(credential).toMatchObject({
      kind: "token",
      name: "Claude",
      clientId: null,
      prefix: "svc_",
      lastFour: token.slice(-4),
      preset: "assistant",
      limits: { perPayment: { amount: "5.00" }, perDay: { amount: "20.00" } },
      createdAt: new Date(START).toISOString(),
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: "2027-01-01T00:00:00.000Z",
      rotatedAt: null,
      revokedAt: null,
    });
    expect((await listed(home))[0]).toEqual(credential);
    const read = await home.service.fetch("/v1/conversations", { token });
    expect(read.status).toBe(200);
  });

  test("have full rights without a choice, or the scopes that were named", async () => {
    await using home = await startHome();
    const full = await json(await add(home, {}));
    expect(full.credential).toMatchObject({
      scopes: null,
      preset: "full",
      limits: {
        perPayment: null,
        perDay: null,
        payees: null,
        contactTypes: null,
      },
    });
    const scopes = ["conversations:read", "audit:read"];
    const some = await json(await add(home, { scopes }));
    expect(some.credential).toMatchObject({ scopes, preset: null });
  });

  test("name whom they pay and as what, each once and in its one form", async () => {
    await using home = await startHome();
    const { credential } = await json(
      await add(home, {
        limits: {
          payees: [
            "Bob@Shop.Example",
            "mailto:bob@shop.example",
            "a@b.example",
          ],
          contactTypes: ["clients", "coworkers", "clients"],
        },
      }),
    );
    const limits = {
      perPayment: null,
      perDay: null,
      perPayee: null,
      payees: ["bob@shop.example", "a@b.example"],
      contactTypes: ["clients", "coworkers"],
      askFirstPayment: true,
      accept: null,
    };
    expect(credential.limits).toEqual(limits);
    expect((await listed(home))[0].limits).toEqual(limits);
  });

  test("are told in words, in which a type of contact is no code", async () => {
    await using home = await startHome();
    const { credential } = await json(
      await add(home, {
        limits: {
          contactTypes: ["friends_family", "everyone"],
          accept: { contactTypes: ["everyone", "friends_family"] },
        },
      }),
    );
    const { pays, accepts } = credential.says;
    expect(pays).toContain("only as friends and family, everyone else;");
    expect(accepts).toContain("from everyone else or friends and family.");
  });

  test("are made alike by the limits that are shown", async () => {
    await using home = await startHome();
    for (const limits of [
      {},
      { perDay: "5" },
      { perPayment: "0", payees: ["a@b.example"] },
      { perPayment: 1, perDay: 2, contactTypes: ["everyone"] },
    ]) {
      const first = await json(await add(home, { limits }));
      const shown = first.credential.limits;
      const second = await json(await add(home, { limits: shown }));
      expect(second.credential.limits).toEqual(shown);
    }
  });

  test("are refused for what they cannot be, by its pointer", async () => {
    await using home = await startHome();
    for (const [body, pointer] of [
      [{ preset: "root" }, "/preset"],
      [{ scopes: ["everything"] }, "/scopes/0"],
      [{ scopes: [] }, "/scopes"],
      [{ preset: "reader", scopes: ["audit:read"] }, "/scopes"],
      [{ limits: { perPayment: "-1" } }, "/limits/perPayment"],
      [{ limits: { perDay: "1e3" } }, "/limits/perDay"],
      [{ limits: { perDay: true } }, "/limits/perDay"],
      [{ limits: { payees: [] } }, "/limits/payees"],
      [{ limits: { payees: "bob@example.org" } }, "/limits/payees"],
      [{ limits: { payees: ["a@b.example", 1] } }, "/limits/payees/1"],
      [{ limits: { payees: ["a@b.example", "b"] } }, "/limits/payees/1"],
      [{ limits: { payees: [""] } }, "/limits/payees/0"],
      [{ limits: { payees: MANY } }, "/limits/payees"],
      [{ limits: { contactTypes: [] } }, "/limits/contactTypes"],
      [{ limits: { contactTypes: ["rivals"] } }, "/limits/contactTypes/0"],
      [{ limits: { contactTypes: [null] } }, "/limits/contactTypes/0"],
      [{ limits: { payee: ["a@b.example"] } }, "/limits/payee"],
      [{ expiresAt: "2020-01-01T00:00:00Z" }, "/expiresAt"],
      [{ name: "" }, "/name"],
      [{ name: "the operator" }, "/name"],
      [{ name: "an agent of Mira" }, "/name"],
      [{ name: "Claude, for Mira" }, "/name"],
      [{ name: "Security" }, "/name"],
    ] as const) {
      const response = await add(home, body);
      expect(response.status).toBe(400);
      expect((await json(response)).errors[0].pointer).toBe(pointer);
    }
    expect(await listed(home)).toHaveLength(1);
  });

  test("rotate and end at once", async () => {
    await using home = await startHome();
    const { service, session } = home;
    const { credential, token } = await json(await add(home, {}));
    const path = `${ACCESS}/${credential.id}`;
    const rotated = await service.fetch(`${path}/rotate`, {
      method: "POST",
      token: session,
    });
    expect(rotated.status).toBe(200);
    expect(rotated.headers.get("cache-control")).toBe("no-store");
    const fresh = await json(rotated);
    const status = async (bearer: string) =>
      (await service.fetch("/v1/conversations", { token: bearer })).status;
    expect(await status(token)).toBe(401);
    expect(await status(fresh.token)).toBe(200);
    const ended = await service.fetch(path, {
      method: "DELETE",
      token: session,
    });
    expect((await json(ended)).credential.revokedAt).toBeString();
    expect(await status(fresh.token)).toBe(401);
    const again = await service.fetch(`${path}/rotate`, {
      method: "POST",
      token: session,
    });
    expect((await json(again)).code).toBe("credential_ended");
  });

  test("belong to the session's person, regardless of an account in the input", async () => {
    await using home = await startHome();
    const bob = await home.service.addAccount("bob");
    const response = await add(home, { accountId: bob.accountId });
    expect((await json(response)).code).toBe("unknown_field");
    expect(await listed(home)).toHaveLength(1);
    const { credentials } = await home.service.credentialsOf(bob);
    expect(credentials).toHaveLength(1);
  });

  test("list OAuth clients beside tokens; these are disconnected, not rotated", async () => {
    await using home = await startHome();
    const { service, alice, session } = home;
    await service.services.db.commit([
      {
        sql: "insert into credentials (id, account_id, name, client_id, scopes, created_at) values ('cred_client', ?, 'Cursor', 'client-1', '[\"conversations:read\"]', ?)",
        args: [alice.accountId, START],
      },
    ]);
    const [client] = (await listed(home)).filter(
      ({ kind }: { readonly kind: string }) => kind === "oauth",
    );
    expect(client).toMatchObject({
      clientId: "client-1",
      prefix: null,
      lastFour: null,
      scopes: ["conversations:read"],
    });
    const rotated = await service.fetch(`${ACCESS}/cred_client/rotate`, {
      method: "POST",
      token: session,
    });
    expect(rotated.status).toBe(409);
    expect((await json(rotated)).code).toBe("no_token");
    const ended = await service.fetch(`${ACCESS}/cred_client`, {
      method: "DELETE",
      token: session,
    });
    expect((await json(ended)).credential.revokedAt).toBeString();
  });

  test("are not made twice under one key, whose row holds no secret", async () => {
    await using home = await startHome();
    const first = await add(home, {}, "key-1");
    const { token, credential } = await json(first);
    const again = await add(home, {}, "key-1");
    expect(again.status).toBe(409);
    expect(await json(again)).toMatchObject({ code: "shown_once", credential });
    expect((await add(home, { name: "Other" }, "key-1")).status).toBe(422);
    expect(await listed(home)).toHaveLength(2);
    const rows = JSON.stringify(
      await home.service.services.db.orm.values(
        sql`select * from idempotency_keys`,
      ),
    );
    expect(rows).toContain(credential.id);
    expect(rows).not.toContain(token.slice(4, 47));
    expect(rows).not.toContain(hashToken(token));
  });
});

describe("GET /v1/scopes", () => {
  test("tells anybody every scope and preset in plain words", async () => {
    await using home = await startHome();
    const { scopes, presets } = await json(
      await home.service.fetch("/v1/scopes"),
    );
    expect(scopes[0]).toEqual({
      scope: "conversations:read",
      means: "Read your conversations and their files.",
    });
    expect(presets.map(({ title }: { title: string }) => title)).toEqual([
      "Reader",
      "Draft only",
      "Assistant",
      "Full",
    ]);
  });
});

describe("a person's sessions", () => {
  const sessionsOf = async ({ service }: Home, token: string) =>
    (await json(await service.fetch("/v1/sessions", { token }))).sessions;

  test("say device, use and which one asks", async () => {
    await using home = await startHome();
    const { service, alice, session, sessionId } = home;
    const phone = await service.addSession(alice);
    await sessionsOf(home, session);
    // Its use is written behind the answer: what is written next comes after it.
    await service.addAccount("bob");
    service.clock.advance(1_000);
    const [first, second] = (await sessionsOf(home, session)).toSorted(
      (a: { device: string }, b: { device: string }) =>
        a.device.localeCompare(b.device),
    );
    expect(first).toEqual({
      id: sessionId,
      device: "Firefox on Linux",
      userAgent: USER_AGENT,
      createdAt: new Date(START).toISOString(),
      lastUsedAt: new Date(START).toISOString(),
      lastUsedFrom: "127.0.0.1",
      expiresAt: expect.any(String),
      current: true,
    });
    expect(second).toMatchObject({
      id: phone.sessionId,
      device: "Unknown device",
      lastUsedAt: null,
      current: false,
    });
  });

  test("end one at a time, the others, or the one that asks", async () => {
    await using home = await startHome();
    const { service, alice, session, sessionId } = home;
    const [phone, laptop, tablet] = [
      await service.addSession(alice),
      await service.addSession(alice),
      await service.addSession(alice),
    ];
    const end = (path: string) =>
      service.fetch(`/v1/sessions${path}`, {
        method: "DELETE",
        token: session,
      });
    const status = async ({ token }: { readonly token: string }) =>
      (await service.fetch("/v1/conversations", { token })).status;
    expect(await status(phone)).toBe(200);
    expect(await json(await end(`/${phone.sessionId}`))).toEqual({
      sessionId: phone.sessionId,
      revoked: true,
    });
    expect(await status(phone)).toBe(401);
    expect((await end(`/${phone.sessionId}`)).status).toBe(404);
    expect([await status(laptop), await status(tablet)]).toEqual([200, 200]);
    expect(await json(await end(""))).toEqual({ revoked: 2 });
    expect([await status(laptop), await status(tablet)]).toEqual([401, 401]);
    expect(await status({ token: session })).toBe(200);
    expect(await json(await end(""))).toEqual({ revoked: 0 });
    expect((await end(`/${sessionId}`)).status).toBe(200);
    expect(await status({ token: session })).toBe(401);
  });
});
