import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

async function ask(
  token: string | undefined,
  path: string,
  method = "GET",
  body?: object,
) {
  const how = {
    method,
    ...(token !== undefined && { token }),
    ...(body && { json: body }),
  };
  return await json(await service.fetch(path, how));
}

const INPUT = {
  type: "object",
  properties: {
    company: { type: "string", title: "Company", minLength: 1 },
    colours: { type: "array", items: { $ref: "#/$defs/colour" }, maxItems: 3 },
  },
  required: ["company"],
  additionalProperties: false,
  $defs: { colour: { enum: ["red", "green", "blue"] } },
};

const LOGO = {
  title: "A logo",
  description: "A zygomorphic logo as SVG.",
  price: "5.00",
  release: "accepted",
  acceptWithin: "PT4H",
  deliverWithin: "P2D",
  input: INPUT,
  output: ["image/svg+xml"],
};

test("an offer is saved, replaced by its id, told as a change, shown to everybody and deleted", async () => {
  const olga = await service.addAccount("olga");
  const { token, address } = olga;
  const { state } = await ask(token, "/v1/changes");
  const made = await ask(token, "/v1/offers/logo", "PUT", LOGO);
  const price = expect.objectContaining({ amount: "5.00" });
  expect(made).toMatchObject({
    created: true,
    offer: {
      ...{ ...LOGO, price, offerId: "logo", version: 1, active: true },
      ...{ audience: ["everyone"], orders: { open: 0, done: 0 }, capacity: {} },
    },
  });
  const changes = await ask(token, `/v1/changes?since=${state}`);
  expect(JSON.stringify(changes.settings)).toContain("offers");
  const [shown] = (await ask(undefined, "/@olga/offers")).offers;
  expect(shown).toMatchObject({ offerId: "logo", needsInput: true });
  expect(shown).not.toHaveProperty("input");
  const alone = await ask(undefined, "/@olga/offers?offerId=logo");
  expect(alone.offers).toMatchObject([{ offerId: "logo", input: INPUT }]);
  const card = await ask(undefined, "/@olga/agent-card.json");
  expect(card.skills).toEqual([
    {
      ...{ id: "logo", name: "A logo", description: LOGO.description },
      tags: ["offer", "5.00 USDC"],
    },
  ]);
  await ask(token, "/v1/profile", "PUT", { listed: true });
  const find = async () =>
    (await ask(token, "/v1/agents?query=zygomorphic")).items;
  expect(await find()).toMatchObject([{ address, skillIds: ["logo"] }]);
  const other = { ...LOGO, audience: ["clients"], description: "A logo." };
  const again = await ask(token, "/v1/offers/logo", "PUT", other);
  expect(again).toMatchObject({ created: false, offer: { version: 2 } });
  // It is for clients alone: no longer in public, and shown to them with a token.
  const buyer = await service.addAccount("olgas-client");
  const [all, one] = ["/@olga/offers", "/@olga/offers?offerId=logo"];
  for (const who of [undefined, buyer.token]) {
    expect((await ask(who, all)).offers).toEqual([]);
    expect((await ask(who, one)).code).toBe("offer_not_found");
  }
  const person = (await service.addSession(olga)).token;
  await ask(person, `/v1/contacts/${buyer.address}`, "PUT", {
    contactType: "clients",
  });
  const seen = await ask(buyer.token, all);
  expect(seen.offers).toMatchObject([{ offerId: "logo", needsInput: true }]);
  const whole = (await ask(buyer.token, one)).offers[0];
  expect(whole).toMatchObject({ input: INPUT });
  const quote = await ask(buyer.token, `/v1/quotes?to=${address}`);
  expect(quote.offers).toEqual(seen.offers);
  expect(await find()).toEqual([]);
  expect((await ask(token, "/v1/offers")).offers).toEqual([again.offer]);
  await ask(token, "/v1/offers/logo", "DELETE");
  expect((await ask(token, "/v1/offers")).offers).toEqual([]);
  const gone = await ask(token, "/v1/offers/logo", "DELETE");
  expect(gone.code).toBe("offer_not_found");
});

test("an offer that could not be ordered is refused with the place of the fault", async () => {
  const { token } = await service.addAccount("otto");
  const put = (change: object, id = "logo") =>
    ask(token, `/v1/offers/${id}`, "PUT", { ...LOGO, ...change });
  const schema = (properties: object, more = {}) => ({
    input: { type: "object", properties, ...more },
  });
  const twice = { allOf: [{ $ref: "#/$defs/b" }, { $ref: "#/$defs/b" }] };
  const doubling = Object.fromEntries(
    Array.from({ length: 26 }, (_, n) => {
      const next = `#/$defs/${String.fromCharCode(98 + n)}`;
      return [
        String.fromCharCode(97 + n),
        n < 25 ? { allOf: [{ $ref: next }, { $ref: next }] } : {},
      ];
    }),
  );
  let deep: object = {};
  for (let n = 0; n < LIMITS.offerSchemaDepthMax; n++) deep = { items: deep };
  for (const [change, pointer] of [
    [{ title: "\u200b" }, "/title"],
    [{ price: "-1" }, "/price"],
    [{ deliverWithin: "2 days" }, "/deliverWithin"],
    [{ deliverWithin: "P" }, "/deliverWithin"],
    [{ deliverWithin: "P999D" }, "/deliverWithin"],
    [{ capacity: { open: 0 } }, "/capacity/open"],
    [{ audience: ["nobody"] }, "/audience/0"],
    [{ input: { type: "string" } }, "/input"],
    [schema({ a: 5 }), "/input/properties/a"],
    [schema({ a: { pattern: "(a+)+$" } }), "/input/properties/a/pattern"],
    [schema({ a: { minLength: -1 } }), "/input/properties/a/minLength"],
    [schema({ a: { if: {} } }), "/input/properties/a/if"],
    [schema({ "a/b": {} }), "/input/properties"],
    [schema({ a: { $ref: "https://x.org/y" } }), "/input/properties/a/$ref"],
    [schema({ a: { $ref: "#/$defs/no" } }), "/input/properties/a/$ref"],
    [
      schema({ a: { $ref: "#/$defs/b" } }, { $defs: { b: twice } }),
      "/input/properties/a/$ref/allOf/0/$ref",
    ],
    [schema({ a: { $ref: "#/$defs/a" } }, { $defs: doubling }), "/input"],
    [
      schema({ a: deep }),
      `/input/properties/a${"/items".repeat(LIMITS.offerSchemaDepthMax)}`,
    ],
    [schema({ a: { enum: Array(400).fill(0) } }), "/input"],
    [schema({ a: { const: "x".repeat(20_000) } }), "/input"],
  ] as const) {
    const { errors, code } = await put(change);
    expect([code, errors?.[0]?.pointer]).toEqual([
      expect.stringMatching(/^invalid_/),
      pointer,
    ]);
  }
  for (const id of ["Logo", "-a", "a".repeat(99)]) {
    expect((await put({}, id)).code).toBe("invalid_input");
  }
  expect((await ask(token, "/v1/offers")).offers).toEqual([]);
  for (let n = 0; n < LIMITS.offersMax; n++) await put({}, `n${n}`);
  expect((await put({}, "more")).code).toBe("quota_exceeded");
});

test("an order takes the arbiter of its offer, which its page and card name", async () => {
  const [oda, judge, buyer] = await Promise.all([
    service.addAccount("oda"),
    service.addAccount("judge"),
    service.addAccount("odas-buyer", { credit: "20.00" }),
  ]);
  const put = (arbiter: string) =>
    ask(oda.token, "/v1/offers/logo", "PUT", {
      ...{ title: "A logo", price: "5.00", arbiter },
    });
  for (const wrong of [oda.address, "nobody@inbox.localhost"]) {
    expect((await put(wrong)).errors[0].pointer).toBe("/arbiter");
  }
  const arbiter = judge.address;
  expect((await put(arbiter)).offer).toMatchObject({ arbiter });
  const [shown] = (await ask(undefined, "/@oda/offers")).offers;
  expect(shown).toMatchObject({ arbiter });
  const card = await ask(undefined, "/@oda/agent-card.json");
  expect(card.skills[0].tags).toContain(`arbiter ${arbiter}`);
  const page = await (await service.fetch("/@oda")).text();
  expect(page).toContain(`${arbiter}</bdi> decides disputes`);
  const order = (token: string, more = {}) =>
    ask(token, "/v1/conversations", "POST", {
      ...{ to: oda.address, offerId: "logo", submit: true, ...more },
    });
  const ordered = await order(buyer.token);
  expect(ordered.conversation.terms).toMatchObject({ arbiter });
  const other = await order(buyer.token, { arbiter: buyer.address });
  expect(other.errors).toMatchObject([
    { pointer: "/arbiter", code: "not_of_offer" },
  ]);
  // One who decides buys nothing from whom they judge.
  const own = await order(judge.token);
  expect(own.errors[0]).toMatchObject({ pointer: "/arbiter" });
  // A draft that orders nothing any more has no arbiter either.
  const draft = await order(buyer.token, { submit: false });
  const id = draft.conversation.conversationId;
  const plain = await ask(buyer.token, `/v1/conversations/${id}`, "PATCH", {
    offerId: null,
  });
  expect(plain.conversation.terms?.arbiter).toBeUndefined();
});

test("a model saves, lists and removes its offers with two of its tools", async () => {
  const { token } = await service.addAccount("orla");
  const say = async (tool: string, given: object) => {
    const params = { name: `svc.${tool}`, arguments: given };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { result } = await ask(token, "/api/mcp", "POST", call);
    return unfenced(result.structuredContent ?? result.content[0].text);
  };
  const offer = { offerId: "logo", ...LOGO };
  expect(await say("save_contact", { offer })).toMatchObject({
    created: true,
    offer: { offerId: "logo", input: INPUT, orders: { open: 0 } },
  });
  const bad = { offer: { offerId: "logo", title: "A logo", price: "-1" } };
  expect(await say("save_contact", bad)).toContain("invalid_price");
  expect(await say("list_contacts", { offers: true })).toMatchObject({
    offers: [{ title: "A logo", active: true }],
  });
  expect(await say("save_contact", { offer, remove: true })).toEqual({
    offerId: "logo",
    deleted: true,
  });
  expect(await say("list_contacts", { offers: true })).toMatchObject({
    offers: [],
  });
});
