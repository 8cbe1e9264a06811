import { describe, expect, test } from "bun:test";
import { json, startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { startPair } from "./pair.ts";

const thePair = shared(startPair);

describe("GET /api/router/resolve", () => {
  test("answers an account", async () => {
    const pair = thePair();
    const { service, alice, bob } = pair;
    const response = await service.fetch(
      `/api/router/resolve?address=${encodeURIComponent(bob.address)}`,
      { token: alice.token },
    );
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, max-age=60");
    expect(body).toMatchObject({
      gnesi: true,
      rail: expect.any(String),
      address: bob.address,
      displayName: "Bob",
      agentCard: expect.stringContaining("/.well-known/agent-card.json"),
    });
    expect(body.prices).toHaveLength(5);
    expect(body).not.toHaveProperty("contactType");
  });

  test.each(["hello", "doorman", "courier", "security"])(
    "answers the service agent %s",
    async (name) => {
      const pair = thePair();
      const response = await pair.service.fetch(
        `/api/router/resolve?address=${name}@inbox.localhost`,
        { token: pair.alice.token },
      );
      expect(await json(response)).toMatchObject({ gnesi: true });
    },
  );

  test.each([
    "someone@example.org",
    "nobody@inbox.localhost",
    "bob@evil-inbox.localhost",
  ])("answers %s as ordinary email", async (address) => {
    const pair = thePair();
    const response = await pair.service.fetch(
      `/api/router/resolve?address=${address}`,
      { token: pair.alice.token },
    );
    expect(await json(response)).toEqual({
      gnesi: false,
      rail: "email",
      address,
    });
  });

  test.each([
    "",
    "?address=",
    "?address=bob",
    "?address=@x.org",
    "?address=a@b@c.org",
    "?address=a%0D%0Ab@x.org",
    "?address=%00@x.org",
    "?address=a@%00.org",
    `?address=${"x".repeat(400)}@x.org`,
  ])("refuses %p with 400", async (query) => {
    const pair = thePair();
    const response = await pair.service.fetch(`/api/router/resolve${query}`, {
      token: pair.alice.token,
    });
    expect(response.status).toBe(400);
    expect(pair.service.logged).toEqual([]);
  });
});

describe("the free address", () => {
  test("is claimed once, and again only as the same", async () => {
    await using service = await startService();
    const { token } = await service.addAccount();
    const claim = (localPart: unknown) =>
      service.fetch("/api/addresses/free", {
        method: "POST",
        token,
        json: { localPart },
      });
    const none = await service.fetch("/api/addresses/free", { token });
    expect(await json(none)).toEqual({ address: null });

    const first = await claim("carol");
    expect(first.status).toBe(201);
    const { address } = await json(first);
    expect(address).toMatchObject({
      localPart: "carol",
      address: "carol@inbox.localhost",
    });
    const again = await claim("carol");
    expect(again.status).toBe(200);
    const second = await claim("carol2");
    expect(second.status).toBe(409);
    expect((await json(second)).code).toBe("already_has_address");
    const mine = await service.fetch("/api/addresses/free", { token });
    expect((await json(mine)).address).toEqual(address);
  });

  test.each([
    ["Carol", 1],
    ["ca_rol", 1],
    ["", 2],
    ["x".repeat(65), 2],
    [".carol", 3],
    ["carol-", 3],
    ["ca..rol", 4],
  ])("refuses %p by rule %d", async (localPart, rule) => {
    const { service } = thePair();
    const { token } = await service.addAccount();
    const response = await service.fetch("/api/addresses/free", {
      method: "POST",
      token,
      json: { localPart },
    });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      code: "invalid_local_part",
      rule,
    });
  });

  test.each([
    ["security", "reserved"],
    ["alice", "taken"],
  ])("refuses %s as %s", async (localPart, code) => {
    const pair = thePair();
    const { service } = pair;
    const { token } = await service.addAccount();
    const response = await service.fetch("/api/addresses/free", {
      method: "POST",
      token,
      json: { localPart },
    });
    expect(response.status).toBe(409);
    expect((await json(response)).code).toBe(code);
  });

  test.each([
    ["carol", true, null],
    ["alice", false, "taken"],
    ["hello", false, "reserved"],
    ["Carol", false, "invalid"],
  ])("tells whether %s is available", async (localPart, available, reason) => {
    const pair = thePair();
    const response = await pair.service.fetch(
      `/api/addresses/free/available?localPart=${localPart}`,
      { token: pair.alice.token },
    );
    expect(response.status).toBe(200);
    expect(await json(response)).toMatchObject({
      localPart,
      available,
      reason,
    });
  });

  test("needs the localPart it is asked about", async () => {
    const pair = thePair();
    const response = await pair.service.fetch("/api/addresses/free/available", {
      token: pair.alice.token,
    });
    expect(response.status).toBe(400);
  });
});
