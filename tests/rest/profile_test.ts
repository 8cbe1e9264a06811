import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, START, startService } from "../harness.ts";
import { shared } from "../shared.ts";

const SKILL = {
  id: "review",
  name: "Contract review",
  description: "Reads contracts",
  tags: ["legal"],
};

interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  get(): Promise<Response>;
  put(body: unknown, headers?: Record<string, string>): Promise<Response>;
}

async function startStage(): Promise<Stage> {
  const service = await startService();
  const alice = await service.addAccount("alice", { name: "Alice" });
  const { token } = alice;
  return {
    service,
    alice,
    get: () => service.fetch("/v1/profile", { token }),
    put: (body, headers = {}) =>
      service.fetch("/v1/profile", {
        method: "PUT",
        token,
        json: body,
        headers,
      }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** For what is refused and changes nothing. */
const untouched = shared(startStage);

describe("GET /v1/profile", () => {
  test("is the account as it is, before anything was said of it", async () => {
    await using stage = await startStage();
    const response = await stage.get();
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).toBe('"v0"');
    const profile = await json(response);
    expect(profile).toMatchObject({
      name: "Alice",
      description: "",
      skills: [],
      listed: false,
      address: stage.alice.address,
      agentCard: `http://alice.inbox.localhost:${stage.service.port}/.well-known/agent-card.json`,
      version: 0,
      updatedAt: new Date(START).toISOString(),
    });
    expect(profile.prices.map((row: { source: string }) => row.source)).toEqual(
      new Array(5).fill("default"),
    );
  });

  test("has neither address nor card before one is claimed", async () => {
    await using service = await startService();
    const { token } = await service.addAccount();
    const profile = await json(await service.fetch("/v1/profile", { token }));
    expect([profile.address, profile.agentCard]).toEqual([null, null]);
  });
});

describe("PUT /v1/profile", () => {
  test("stores the fields that are sent, and leaves the others unchanged", async () => {
    await using stage = await startStage();
    const first = await stage.put({
      name: "  Alice \u202e\n Liddell ",
      description: "Reads\ncontracts",
      skills: [{ ...SKILL, examples: [], private: false }],
      prices: [{ contactType: "everyone", price: "2.50", holdDays: 3 }],
      listed: true,
    });
    expect(first.status).toBe(200);
    expect(first.headers.get("etag")).toBe('"v1"');
    const said = await json(first);
    expect(said).toMatchObject({
      name: "Alice Liddell",
      description: "Reads contracts",
      skills: [SKILL],
      listed: true,
      version: 1,
    });
    expect(said.prices.at(-1)).toMatchObject({
      contactType: "everyone",
      price: { amountAtomic: "2500000" },
      release: "replied",
      holdDays: 3,
      source: "recipient",
    });
    expect(await json(await stage.get())).toEqual(said);
    stage.service.clock.advance(1_000);
    const second = await json(await stage.put({ listed: false }));
    expect(second).toEqual({
      ...said,
      listed: false,
      version: 2,
      updatedAt: new Date(START + 1_000).toISOString(),
    });
  });

  test("takes back what GET gave, and then nothing has changed", async () => {
    await using stage = await startStage();
    await stage.put({ prices: [{ contactType: "clients", price: 0 }] });
    const before = await json(await stage.get());
    const response = await stage.put(before);
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual(before);
    expect(before.prices.map((it: { source: string }) => it.source)).toEqual([
      "default",
      "default",
      "recipient",
      "default",
      "default",
    ]);
  });

  test("is seen at once where the account is seen", async () => {
    await using stage = await startStage();
    const { service, alice } = stage;
    const prices = [{ contactType: "everyone", price: "7" }];
    await stage.put({ name: "Queen", prices });
    const { token } = alice;
    const url = `/api/router/resolve?address=${alice.address}`;
    const resolved = await json(await service.fetch(url, { token }));
    expect(resolved.displayName).toBe("Queen");
    expect(resolved.prices.at(-1).price.amount).toBe("7.00");
    const free = await service.fetch("/api/addresses/free", { token });
    const { address } = await json(free);
    expect(address.displayName).toBe("Queen");
    expect(address.prices).toEqual(resolved.prices);
  });

  test("refuses a change of another version than the one that was read", async () => {
    await using stage = await startStage();
    await stage.put({ description: "One" });
    const stale = await stage.put(
      { description: "Two" },
      { "if-match": '"v0"' },
    );
    expect(stale.status).toBe(412);
    const fresh = await stage.put(
      { description: "Two" },
      { "if-match": '"v1"' },
    );
    expect(fresh.status).toBe(200);
  });

  const line = (chars: number) => "x".repeat(chars);
  const prices = (...rows: object[]) => ({ prices: rows });
  const skills = (...rows: object[]) => ({ skills: rows });
  test.each<[object, string]>([
    [{ name: "" }, "/name"],
    [{ name: " \u200e\n" }, "/name"],
    [{ name: line(LIMITS.nameCharsMax + 1) }, "/name"],
    [
      { description: line(LIMITS.profileDescriptionCharsMax + 1) },
      "/description",
    ],
    [{ listed: "yes" }, "/listed"],
    [skills({ ...SKILL, id: "a b" }), "/skills/0/id"],
    [skills({ ...SKILL, id: "" }), "/skills/0/id"],
    [skills({ ...SKILL, tags: [] }), "/skills/0/tags"],
    [skills({ ...SKILL, tags: ["\n"] }), "/skills/0/tags/0"],
    [skills({ ...SKILL, name: " " }), "/skills/0/name"],
    [skills({ ...SKILL, price: 1 }), "/skills/0/price"],
    [skills(SKILL, SKILL), "/skills/1/id"],
    [
      skills(
        ...Array.from({ length: LIMITS.skillsMax + 1 }, (_, at) => ({
          ...SKILL,
          id: `s${at}`,
        })),
      ),
      "/skills",
    ],
    [
      skills(
        ...Array.from({ length: LIMITS.skillsMax }, (_, at) => ({
          ...SKILL,
          id: `s${at}`,
          description: "\u{1f600}".repeat(LIMITS.skillDescriptionCharsMax / 2),
        })),
      ),
      "/skills",
    ],
    [prices({ contactType: "enemies", price: 1 }), "/prices/0/contactType"],
    [prices({ contactType: "clients", price: -1 }), "/prices/0/price"],
    [
      prices({ contactType: "clients", price: 1, holdDays: 31 }),
      "/prices/0/holdDays",
    ],
    [
      prices({ contactType: "clients", price: 1, release: "converted" }),
      "/prices/0/release",
    ],
    [
      prices(
        { contactType: "clients", price: 1 },
        { contactType: "clients", price: 2 },
      ),
      "/prices/1/contactType",
    ],
  ])("refuses %j and says where, changing nothing", async (body, pointer) => {
    const stage = untouched();
    const response = await stage.put(body);
    expect(response.status).toBe(400);
    const { errors } = await json(response);
    expect(errors[0].pointer).toBe(pointer);
    expect((await json(await stage.get())).version).toBe(0);
  });

  test("needs the scopes of addresses", async () => {
    await using stage = await startStage();
    const { service, alice } = stage;
    const reader = await service.addCredential(alice, ["addresses:read"]);
    const other = await service.addCredential(alice, ["conversations:read"]);
    const calls = [
      [reader, "GET", 200],
      [reader, "PUT", 403],
      [other, "GET", 403],
      [other, "PUT", 403],
    ] as const;
    for (const [token, method, status] of calls) {
      const response = await service.fetch("/v1/profile", {
        method,
        token,
        ...(method === "PUT" && { json: { listed: true } }),
      });
      expect([method, response.status]).toEqual([method, status]);
    }
  });
});

describe("a name", () => {
  test.each([
    ["\u200b\u2060", "empty"],
    ["\u3164", "empty"],
    ["bob@example.org", "address_like"],
    ["Sесurity", "reserved"],
  ])("%j is refused at its field, and nothing changes", async (name, code) => {
    const stage = untouched();
    const refused = await stage.put({ name });
    expect([refused.status, (await json(refused)).errors]).toMatchObject([
      400,
      [{ pointer: "/name", code }],
    ]);
    expect((await json(await stage.get())).name).toBe("Alice");
    const { token } = stage.alice;
    const draft = await stage.service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { title: "A note", text: "Hi", fromName: name },
    });
    expect([draft.status, (await json(draft)).errors]).toMatchObject([
      400,
      [{ pointer: "/fromName", code }],
    ]);
  });
});
