import { expect, test } from "bun:test";
import { createLocalJWKSet, decodeJwt, flattenedVerify } from "jose";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json, START } from "../harness.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

async function startPriced(
  env: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const pair = await startPair(env);
  const { service, bob } = pair;
  const prices = [
    { contactType: "everyone", price: "5", release: "accepted", holdDays: 3 },
  ];
  await service.fetch("/v1/profile", {
    method: "PUT",
    token: bob.token,
    json: { prices },
  });
  return pair;
}

async function quote({ service, alice }: Pair, input: Record<string, string>) {
  const query = new URLSearchParams(input);
  const { token } = alice;
  const response = await service.fetch(`/v1/quotes?${query}`, { token });
  return [response.status, await json(response)] as const;
}

const SKILL = { skillId: "receive_message" };
const UNTIL = START + LIMITS.quoteMs;

/** Every row of the database that a question could leave behind. */
async function rows({ service }: Pair): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const table of [
    "audit_records",
    "ledger_transfers",
    "payments",
    "conversations",
    "contacts",
  ]) {
    const [row] = await service.services.db.orm.values<[number]>(
      `select count(*) from ${table}`,
    );
    counts.push(row?.[0] ?? -1);
  }
  return counts;
}

test("a quote says what is asked of this sender, and changes nothing", async () => {
  await using pair = await startPriced();
  const { alice, bob } = pair;
  const before = await rows(pair);
  const [status, found] = await quote(pair, {
    ...SKILL,
    to: bob.address.toUpperCase(),
  });
  expect(status).toBe(200);
  const { quoteId, offer, ...said } = found;
  expect(quoteId).toMatch(/^quo_[0-9a-z]{1,60}$/);
  expect(said).toMatchObject({
    to: bob.address,
    account: true,
    contactType: "everyone",
    price: { amount: "5.00", amountAtomic: "5000000" },
    release: "accepted",
    holdDays: 3,
    payee: { accountId: bob.accountId, address: bob.address },
    validUntil: new Date(UNTIL).toISOString(),
    charged: false,
    requirements: [
      {
        scheme: "hold",
        network: "svc:ledger",
        amount: "5000000",
        asset: "USDC",
        payTo: bob.address,
        maxTimeoutSeconds: 900,
      },
    ],
  });
  expect(offer.format).toBe("jws");
  expect(await rows(pair)).toEqual(before);
  expect(alice.accountId).not.toBe(bob.accountId);
});

test("the offer is signed with a key of the service, over who pays what to whom until when", async () => {
  await using pair = await startPriced();
  const { service, alice, bob } = pair;
  const [, { offer, quoteId }] = await quote(pair, {
    ...SKILL,
    to: bob.address,
  });
  const keys = createLocalJWKSet(
    await json(await service.fetch("/.well-known/jwks.json")),
  );
  const [protectedHeader, payload, signature] = offer.signature.split(".");
  const verified = await flattenedVerify(
    { protected: protectedHeader, payload, signature },
    keys,
  );
  expect(JSON.parse(new TextDecoder().decode(verified.payload))).toEqual({
    version: 1,
    use: "quote-offer",
    resourceUrl: `${service.baseUrl}/v1/conversations`,
    scheme: "hold",
    network: "svc:ledger",
    asset: "USDC",
    payTo: bob.address,
    amount: "5000000",
    validUntil: UNTIL / 1000,
    quoteId,
    payer: alice.accountId,
    contactType: "everyone",
    release: "accepted",
    holdDays: 3,
    skillId: "receive_message",
  });
});

test("a quote and its signed offer say the fee in the names of the payment and its receipt", async () => {
  await using pair = await startPriced({ FEE_BPS: "250" });
  const { service, bob } = pair;
  const [, { quoteId, price, feeBps, fee, offer }] = await quote(pair, {
    ...SKILL,
    to: bob.address,
  });
  expect({ price, feeBps, fee }).toMatchObject({
    price: { amount: "5.00" },
    feeBps: 250,
    fee: { amount: "0.125", amountAtomic: "125000", currency: "USDC" },
  });
  expect(decodeJwt(offer.signature)).toMatchObject({
    amount: "5000000",
    feeBps: 250,
    fee: "125000",
  });
  const { conversationId, conversation } = await createSubmitted(pair, {
    price: "5",
    quoteId,
  });
  expect(conversation.payment).toMatchObject({ price, feeBps, fee });
  const signed = await service.fetch(
    `/v1/conversations/${conversationId}/receipt`,
    { method: "POST", token: bob.token, json: { confirm: true } },
  );
  expect((await json(signed)).receipt).toMatchObject({
    price: price.amount,
    feeBps,
    fee: fee.amount,
  });
});

test("without a fee neither a quote nor its offer names one", async () => {
  await using pair = await startPriced();
  const [, found] = await quote(pair, { ...SKILL, to: pair.bob.address });
  for (const shown of [found, decodeJwt(found.offer.signature)]) {
    expect(shown).not.toHaveProperty("feeBps");
    expect(shown).not.toHaveProperty("fee");
  }
});

test("an ordinary address, a service agent and a default price cost nothing", async () => {
  await using pair = await startPriced();
  const { service, alice } = pair;
  const free = { price: { amount: "0.00" }, payee: null, requirements: [] };
  const [, outside] = await quote(pair, { ...SKILL, to: "eve@example.org" });
  expect(outside).toMatchObject({ ...free, account: false });
  const { conversationId } = await createSubmitted(pair, { price: "5" });
  const hello = `hello@${alice.address.split("@")[1]}`;
  const [, agent] = await quote(pair, { conversationId, to: hello });
  expect(agent).toMatchObject({ ...free, account: true });
  const dave = await service.addAccount("dave");
  const [, shown] = await quote(pair, {
    ...SKILL,
    to: dave.address,
    contactType: "promotions",
  });
  // Advertised, and not enforced: nothing has to be held.
  expect(shown).toMatchObject({ price: { amount: "1.00" }, requirements: [] });
  expect(service.logged).toEqual([]);
});

test("a quote follows the recipient's own record, and does not tell of a block", async () => {
  await using pair = await startPriced();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  const says = (body: object) =>
    service.fetch(`/v1/contacts/${alice.address}`, {
      method: "PUT",
      token,
      json: body,
    });
  const asked = async () => {
    const [, found] = await quote(pair, { ...SKILL, to: bob.address });
    return [found.contactType, found.price.amount];
  };
  await says({ blocked: true });
  expect(await asked()).toEqual(["everyone", "5.00"]);
  await says({ contactType: "clients" });
  expect(await asked()).toEqual(["clients", "0.00"]);
  await says({ contactType: "everyone", allowed: true });
  expect(await asked()).toEqual(["everyone", "0.00"]);
});

test("a quote with a conversation takes its claim, of one's own conversations only", async () => {
  await using pair = await startPriced();
  const { service, bob } = pair;
  const { conversationId } = await createSubmitted(pair, {
    contactType: "clients",
  });
  const [, found] = await quote(pair, { conversationId, to: bob.address });
  expect(found).toMatchObject({
    claimedType: "clients",
    contactType: "everyone",
    note: expect.stringContaining("hasn't confirmed"),
  });
  const carol = await service.addAccount("carol");
  const query = new URLSearchParams({ conversationId, to: bob.address });
  const foreign = await service.fetch(`/v1/quotes?${query}`, {
    token: carol.token,
  });
  expect(foreign.status).toBe(404);
  const limited = await service.addCredential(pair.alice, ["addresses:read"]);
  const blind = await service.fetch(`/v1/quotes?${query}`, { token: limited });
  expect((await json(blind)).scope).toBe("conversations:read");
});

test("to alone is enough, and a skill beside a conversation is refused", async () => {
  await using pair = await startPriced();
  const to = pair.bob.address;
  const [status] = await quote(pair, { to });
  expect(status).toBe(200);
  const both = { to, skillId: "paint", conversationId: "cnv_none" };
  const [refused, problem] = await quote(pair, both);
  expect(refused).toBe(400);
  expect(problem.errors).toMatchObject([{ pointer: "/skillId" }]);
  for (const source of ["card", "receive_message"]) {
    expect(problem.fix).toContain(source);
  }
});

test("a quote brings its price, unless another is offered", async () => {
  await using pair = await startPriced();
  const { service, alice, bob } = pair;
  const [, { quoteId }] = await quote(pair, { to: bob.address });
  for (const [given, price] of [
    [{}, "5.00"],
    [{ price: "1.00" }, "1.00"],
  ] as const) {
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: {
        title: "Quoted",
        to: [bob.address],
        text: "Hi",
        quoteId,
        ...given,
      },
    });
    const { conversation } = await json(made);
    expect(conversation.payment.price.amount).toBe(price);
  }
});
