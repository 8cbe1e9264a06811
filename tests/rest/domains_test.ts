import { describe, expect, test } from "bun:test";
import { NS1, RESOLVER, startDns } from "../dns.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { shared } from "../shared.ts";

const DOMAINS = "/api/addresses/domains";

interface World extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  post(path: string, body: unknown, token?: string): Promise<Response>;
}

/** A service whose DNS knows no name at all. */
async function startWorld(): Promise<World> {
  const nothing = () => ({ rcode: "NXDOMAIN" }) as const;
  const dns = await startDns({ [RESOLVER]: nothing, [NS1]: nothing });
  const service = await startService({ env: dns.env });
  const alice = await service.addAccount("alice");
  return {
    service,
    alice,
    post: (path, body, token = alice.token) =>
      service.fetch(path, { method: "POST", token, json: body }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await dns[Symbol.asyncDispose]();
    },
  };
}

const theWorld = shared(startWorld);

describe("POST /api/addresses/domains", () => {
  test("is 201 with the token and pending-dns, then 200 with the same", async () => {
    await using world = await startWorld();
    const first = await world.post(DOMAINS, { domain: "bakery.example" });
    expect(first.status).toBe(201);
    const claim = await json(first);
    const { id, token } = claim;
    expect(claim).toMatchObject({
      id: expect.stringMatching(/^dom_/),
      domain: "bakery.example",
      status: "pending-dns",
      token: expect.any(String),
      record: { type: "TXT", name: "_svc-challenge.bakery.example" },
      address: null,
    });
    const again = await world.post(DOMAINS, { domain: "BAKERY.example" });
    expect(again.status).toBe(200);
    expect((await json(again)).token).toBe(token);
    const list = await world.service.fetch(DOMAINS, {
      token: world.alice.token,
    });
    expect((await json(list)).domains).toMatchObject([{ id }]);
  });

  test.each([
    "gmail.com",
    "co.uk",
    "192.0.2.1",
    "inbox.localhost",
    "alice.inbox.localhost",
    "no domain",
  ])("refuses %p with 400", async (domain) => {
    const world = theWorld();
    const response = await world.post(DOMAINS, { domain });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      code: "invalid_domain",
      errors: [{ pointer: "/domain" }],
    });
  });

  test.each([{}, { domain: 7 }, { domain: "x".repeat(400) }])(
    "refuses %p with 400",
    async (body) => {
      const world = theWorld();
      const response = await world.post(DOMAINS, body);
      expect(response.status).toBe(400);
      expect((await json(response)).code).toBe("invalid_input");
    },
  );
});

describe("POST /api/addresses/domains/verify", () => {
  const VERIFY = `${DOMAINS}/verify`;

  test("is 200 when DNS has no such record, and 429 within ten seconds", async () => {
    await using world = await startWorld();
    const { id } = await json(
      await world.post(DOMAINS, { domain: "bakery.example" }),
    );
    const first = await world.post(VERIFY, { id });
    expect(first.status).toBe(200);
    expect(await json(first)).toMatchObject({
      status: "pending-dns",
      check: { ok: false, observed: [], code: "no_such_name" },
    });
    world.service.clock.advance(3_000);
    const soon = await world.post(VERIFY, { id });
    expect(soon.status).toBe(429);
    expect(soon.headers.get("retry-after")).toBe("7");
    expect((await json(soon)).code).toBe("rate_limited");
    world.service.clock.advance(7_000);
    expect((await world.post(VERIFY, { id })).status).toBe(200);
  });

  test("is 404 for an id that nobody has, and for somebody else's", async () => {
    await using world = await startWorld();
    const bob = await world.service.addAccount("bob");
    const { id } = await json(
      await world.post(DOMAINS, { domain: "bakery.example" }),
    );
    for (const [unknown, token] of [
      ["dom_0", world.alice.token],
      [id, bob.token],
    ] as const) {
      const response = await world.post(VERIFY, { id: unknown }, token);
      expect(response.status).toBe(404);
      expect((await json(response)).code).toBe("domain_not_found");
    }
    expect((await world.post(VERIFY, { id: "x" })).status).toBe(400);
  });
});

test("a limited credential reads, adds and verifies only with its scope", async () => {
  await using world = await startWorld();
  const { service, alice } = world;
  const token = await service.addCredential(alice, ["addresses:read"]);
  expect((await service.fetch(DOMAINS, { token })).status).toBe(200);
  for (const [path, body] of [
    [DOMAINS, { domain: "bakery.example" }],
    [`${DOMAINS}/verify`, { id: "dom_0" }],
  ] as const) {
    const response = await world.post(path, body, token);
    expect(response.status).toBe(403);
    expect((await json(response)).code).toBe("insufficient_scope");
  }
});
