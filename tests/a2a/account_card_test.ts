import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { createLocalJWKSet, flattenedVerify } from "jose";
import { canonicalJson } from "../../src/core/base/digest.ts";
import { json, startService } from "../harness.ts";
import { CARD, hostOf, hostsOf, verify } from "./account_card.ts";
import type { Json } from "./rpc.ts";
import { failure, fieldsOf, message, result, svc, walk } from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice", { name: "Alice" });
const dotted = await service.addAccount("bob.b", { name: "Bob" });
afterAll(async () => await service[Symbol.asyncDispose]());

const SERVICE_AGENTS = ["hello", "doorman", "courier", "security"];

const at = hostsOf(service);

// The official verifier says at length which of several signatures it passed over.
const debug = spyOn(console, "debug").mockImplementation(() => {});

afterAll(() => debug.mockRestore());

function expectNothingEmpty(card: Json): void {
  for (const [path, value] of walk(card)) {
    for (const empty of [null, "", [], {}]) {
      expect([path, value]).not.toEqual([path, empty]);
    }
  }
}

async function putProfile(token: string, profile: object): Promise<Json> {
  const response = await service.fetch("/v1/profile", {
    method: "PUT",
    token,
    json: profile,
  });
  expect(response.status).toBe(200);
  return await json(response);
}

describe("an account's card", () => {
  test("names the account, its tenant and a skill, with nothing empty", async () => {
    const card = await json(await at(hostOf("alice")));
    expect(card.name).toBe("Alice");
    expect(card.supportedInterfaces).toEqual([
      {
        url: `${service.baseUrl}/a2a`,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
        tenant: "alice",
      },
    ]);
    expect(card.skills).toHaveLength(1);
    expectNothingEmpty(card);
  });

  test.each(SERVICE_AGENTS)(
    "is there for the service agent %s",
    async (name) => {
      const card = await json(await at(hostOf(name)));
      expect(card.name.toLowerCase()).toBe(name);
      expect(card.supportedInterfaces[0].tenant).toBe(name);
      expectNothingEmpty(card);
      await verify(card);
    },
  );

  test.each([
    ["alice", "its host", "Alice"],
    ["bob.b", "its path", "Bob"],
  ])(
    "of %s is where every answer says it is: %s",
    async (localPart, _where, name) => {
      const address = `${localPart}@inbox.localhost`;
      const { token } = alice;
      const resolved = await json(
        await service.fetch(`/api/router/resolve?address=${address}`, {
          token,
        }),
      );
      const created = await json(
        await service.fetch("/v1/conversations", {
          method: "POST",
          token: dotted.token,
          json: {
            to: [alice.address],
            text: "Hello",
            submit: true,
          },
        }),
      );
      const participant = created.conversation.participants.find(
        (it: Json) => it.address === address,
      );
      expect(participant.agentCard).toBe(resolved.agentCard);
      // Not a made-up Host header: names below localhost are this machine.
      const card = await fetch(resolved.agentCard);
      expect((await json(card)).name).toBe(name);
    },
  );

  test("is not had by participants that are no account", async () => {
    const nameless = await service.addAccount();
    const created = await json(
      await service.fetch("/v1/conversations", {
        method: "POST",
        token: nameless.token,
        json: { to: ["eve@example.org"], text: "Hello", submit: true },
      }),
    );
    const participants: Json[] = created.conversation.participants;
    expect(participants.map((it) => it.agentCard)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("the signature", () => {
  const texts = { name: "Müller & Söhne 😀", description: 'a "b" \\ </c>' };
  const skill = {
    id: "x",
    name: "Ünicode",
    description: "d",
    tags: ["a"],
    examples: ["e"],
  };

  test("of every card is good for the official verifier", async () => {
    const someone = await service.addAccount("someone");
    await putProfile(someone.token, {
      ...texts,
      skills: [skill, { ...skill, id: "y", private: true }],
      prices: [{ contactType: "everyone", price: "0.5" }],
    });
    const { token } = alice;
    const tenant = "someone";
    for (const card of [
      await json(await service.fetch(CARD)),
      await json(await at(hostOf("alice"))),
      await json(await at(hostOf("someone"))),
      await result(service, token, "GetExtendedAgentCard"),
      await result(service, token, "GetExtendedAgentCard", { tenant }),
    ]) {
      await verify(card);
      await verify(JSON.parse(JSON.stringify(card)));
    }
  });

  test("that comes first covers the whole card except the signatures", async () => {
    const { signatures, ...card } = await json(await at(hostOf("alice")));
    const jwks = await json(await service.fetch("/.well-known/jwks.json"));
    const payload = Buffer.from(canonicalJson(card)).toString("base64url");
    const keys = createLocalJWKSet(jwks);
    const { protectedHeader } = await flattenedVerify(
      { ...signatures[0], payload },
      keys,
    );
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JOSE" });
  });

  test("of a card that was changed is not", async () => {
    const card = await json(await at(hostOf("alice")));
    const [{ protected: head }] = card.signatures;
    for (const changed of [
      { ...card, name: "Mallory" },
      {
        ...card,
        supportedInterfaces: [
          { ...card.supportedInterfaces[0], tenant: "mallory" },
        ],
      },
      { ...card, signatures: [{ protected: head, signature: "AAAA" }] },
    ]) {
      const why = await verify(changed).catch((error: Error) => error.message);
      expect(why).toContain("No valid signatures");
    }
  });
});

describe("a change of the profile", () => {
  test("is in the card at once, with another tag", async () => {
    const carol = await service.addAccount("carol");
    const first = await at(hostOf("carol"));
    const etag = first.headers.get("etag") ?? "";
    // It would have to follow offers and records, too: the tag alone does.
    expect(first.headers.get("last-modified")).toBeNull();
    service.clock.advance(60_000);
    await putProfile(carol.token, { name: "Carol the second" });
    const second = await at(hostOf("carol"), CARD, {
      headers: { "if-none-match": etag },
    });
    expect(second.status).toBe(200);
    expect((await json(second)).name).toBe("Carol the second");
    expect(second.headers.get("etag")).not.toBe(etag);
    // Twice within one moment of the clock: still never the card of before.
    await putProfile(carol.token, { name: "Carol the third" });
    const third = await at(hostOf("carol"));
    expect((await json(third)).name).toBe("Carol the third");
    const kept = await at(hostOf("carol"), CARD, {
      headers: { "if-none-match": third.headers.get("etag") ?? "" },
    });
    expect(kept.status).toBe(304);
  });
});

describe("the extended card of an account", () => {
  test("has its prices, limits and private skills, for whoever is signed in", async () => {
    const dora = await service.addAccount("dora");
    const skill = (id: string) => ({
      id,
      name: id,
      description: id,
      tags: ["t"],
    });
    await putProfile(dora.token, {
      skills: [skill("open"), { ...skill("hidden"), private: true }],
      prices: [{ contactType: "everyone", price: 2, release: "accepted" }],
    });
    const open = await json(await at(hostOf("dora")));
    expect(open.skills.map((it: Json) => it.id)).toEqual(["open"]);
    expect(JSON.stringify(open)).not.toContain("hidden");
    const card = await result(service, alice.token, "GetExtendedAgentCard", {
      tenant: "dora",
    });
    expect(card.supportedInterfaces).toEqual(open.supportedInterfaces);
    expect(card.skills.map((it: Json) => it.id)).toEqual(["open", "hidden"]);
    const [{ params }] = card.capabilities.extensions;
    expect(params.privateSkillIds).toEqual(["hidden"]);
    expect(params.address).toBe(dora.address);
    expect(params.prices.at(-1)).toMatchObject({
      contactType: "everyone",
      price: { amount: "2.00" },
      release: "accepted",
      source: "recipient",
    });
    expect(params.limits.pageMax).toBe(100);
    expectNothingEmpty(card);
  });
});

describe("a tenant", () => {
  test.each(["nobody", "a@b", "x".repeat(400), "../alice", "acc_hello"])(
    "%p of no card is -32602, and nobody is invited",
    async (tenant) => {
      for (const [method, params] of [
        ["SendMessage", { ...message("Hello"), tenant }],
        ["GetExtendedAgentCard", { tenant }],
      ] as const) {
        const error = await failure(service, alice.token, method, params);
        expect(error.code).toBe(-32602);
        expect(fieldsOf(error)).toEqual(["tenant"]);
      }
    },
  );

  test("is not looked at when the message names its recipients", async () => {
    const { task } = await result(service, alice.token, "SendMessage", {
      ...message("Hello", svc({ to: [dotted.address] })),
      tenant: "nobody",
    });
    expect(task.metadata.svc.state).toBe("submitted");
  });
});
