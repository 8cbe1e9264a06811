import { afterAll, beforeAll, expect, test } from "bun:test";
import { DAY_MS } from "../../src/core/base/time.ts";
import { driversOf } from "../drivers.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { refusal } from "./stage.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

async function ask(token: string, path: string, method = "GET", body?: object) {
  const how = { method, token, ...(body && { json: body }) };
  return await json(await service.fetch(path, how));
}

const INPUT = {
  type: "object",
  properties: {
    company: { type: "string", title: "Company", minLength: 1 },
    colours: { type: "array", items: { enum: ["red", "blue"] } },
  },
  required: ["company"],
  additionalProperties: false,
};

const LOGO = {
  title: "A logo",
  price: "5.00",
  release: "accepted",
  deliverWithin: "P2D",
  input: INPUT,
};

const BOOK = "/v1/conversations";

/** A seller with an offer, and a buyer with money. */
async function market(name: string, more: object = {}) {
  const seller = await service.addAccount(`${name}-seller`);
  const buyer = await service.addAccount(`${name}-buyer`, { credit: "100.00" });
  await ask(seller.token, "/v1/offers/logo", "PUT", { ...LOGO, ...more });
  const order = (change: object = {}, token = buyer.token) =>
    ask(token, BOOK, "POST", {
      ...{ to: [seller.address], offerId: "logo", input: { company: "ACME" } },
      ...{ submit: true, ...change },
    });
  const orders = async () =>
    (await ask(seller.token, "/v1/offers")).offers[0].orders;
  return { seller, buyer, order, orders };
}

test("an order has the price, the condition and the words of its offer, also once that has changed", async () => {
  const { seller, order, orders } = await market("olga");
  // Writing to them costs more: an order pays for its offer alone.
  await ask(seller.token, "/v1/profile", "PUT", {
    prices: [{ contactType: "everyone", price: "9.00" }],
  });
  const input = { company: "ACME", colours: ["red", "blue"] };
  const { conversation, ...made } = await order({ input, text: "Hello!" });
  expect(made).toMatchObject({ state: "submitted" });
  expect(conversation).toMatchObject({
    title: "A logo",
    release: "accepted",
    payment: { status: "held", price: { amount: "5.00" } },
    terms: {
      offerId: "logo",
      offer: { version: 1, title: "A logo" },
      input,
      answers: [
        { question: "Company", answer: "ACME" },
        { question: "colours", answer: "red, blue" },
      ],
      inWords: "A logo\n\nCompany: ACME\ncolours: red, blue",
      deliverWithin: "P2D",
    },
  });
  await ask(seller.token, "/v1/offers/logo", "PUT", { ...LOGO, price: "8.00" });
  const path = `${BOOK}/${conversation.id}`;
  const seen = (await ask(seller.token, path)).conversation;
  expect(seen.terms).toEqual(conversation.terms);
  expect(seen.payment.price.amount).toBe("5.00");
  expect(seen.messages[0].parts).toMatchObject([
    { text: "Hello!" },
    { text: "\nA logo\n\nCompany: ACME\ncolours: red, blue" },
    { data: input },
  ]);
  expect(await orders()).toEqual({ open: 1, done: 0 });
  await ask(seller.token, `${path}/messages`, "POST", { text: "Here." });
  await ask(seller.token, `${path}/receipt`, "POST", { confirm: true });
  await ask(seller.token, `${path}/complete`, "POST", {});
  expect(await orders()).toEqual({ open: 0, done: 1 });
});

test("an order is refused with its wrong fields, another price, a foreign offer and outside its audience", async () => {
  const { seller, buyer, order, orders } = await market("otto");
  const faults = async (change: object) => {
    const { code, errors = [] } = await order(change);
    return [code, ...errors.map((it: { pointer: string }) => it.pointer)];
  };
  expect(
    await faults({ input: { colours: ["red", "pink"], size: 3 } }),
  ).toEqual([
    "invalid_input",
    ...["/input/company", "/input/size", "/input/colours/1"],
  ]);
  expect(await faults({ input: undefined })).toEqual([
    "invalid_input",
    "/input/company",
  ]);
  expect(await faults({ price: "4.00" })).toEqual(["invalid_price", "/price"]);
  expect(await faults({ release: "replied" })).toEqual([
    "invalid_input",
    "/release",
  ]);
  expect(await faults({ offerId: "other" })).toEqual([
    "offer_not_found",
    "/offerId",
  ]);
  expect(await faults({ offerId: undefined })).toEqual([
    "invalid_input",
    "/input",
  ]);
  expect(await faults({ to: ["x@example.org"] })).toEqual([
    "offer_not_found",
    "/offerId",
  ]);
  // A draft is an order of what was offered when it was written.
  const draft = await order({ submit: false });
  const at = `${BOOK}/${draft.conversationId}`;
  await ask(seller.token, "/v1/offers/logo", "PUT", { ...LOGO, price: "6.00" });
  const sent = await ask(buyer.token, `${at}/submit`, "POST", {});
  expect(sent.errors).toMatchObject([{ code: "offer_changed" }]);
  const anew = { offerId: "logo", input: { company: "Bolt" } };
  const edited = await ask(buyer.token, at, "PATCH", anew);
  expect(edited.conversation.messages[0].parts).toMatchObject([
    { text: "A logo\n\nCompany: Bolt" },
    { data: { company: "Bolt" } },
  ]);
  const again = await ask(buyer.token, `${at}/submit`, "POST", {});
  expect(again.conversation.payment.price.amount).toBe("6.00");
  const path = "/v1/offers/logo";
  await ask(seller.token, path, "PUT", { ...LOGO, audience: ["clients"] });
  expect(await faults({})).toEqual(["not_in_audience"]);
  // Nor does a draft or a refusal show it to someone it is not for.
  const refused = await order({ submit: false });
  expect(refused.code).toBe("not_in_audience");
  expect(JSON.stringify(refused)).not.toContain(LOGO.title);
  const contact = `/v1/contacts/${buyer.address}`;
  const { token: person } = await service.addSession(seller);
  await ask(person, contact, "PUT", { contactType: "clients" });
  expect((await order()).state).toBe("submitted");
  await ask(seller.token, path, "PUT", { ...LOGO, active: false });
  expect(await faults({})).toEqual(["offer_not_found", "/offerId"]);
  expect(await orders()).toEqual({ open: 2, done: 0 });
});

test("a draft that orders an offer becomes a plain request, and a plain one an order, with its own words kept", async () => {
  const { buyer, order } = await market("olive");
  const draft = await order({ submit: false, text: "Hello!" });
  const at = `${BOOK}/${draft.conversationId}`;
  const edit = async (change: object) =>
    (await ask(buyer.token, at, "PATCH", change)).conversation;
  const seen = draft.conversation.messages[0].text;
  expect(seen).toBe("Hello!\n\nA logo\n\nCompany: ACME");
  // A client sends back the words that it read.
  const plain = await edit({ offerId: null, text: seen });
  expect(plain).toMatchObject({
    release: "replied",
    payment: { price: { amount: "0.00" } },
    messages: [{ text: "Hello!" }],
  });
  expect(plain).not.toHaveProperty("terms");
  const own = { deliverWithin: "P3D", deliverBy: "2026-02-10T12:00:00.000Z" };
  const steps = [
    { title: "A", amount: "1.00" },
    { title: "B", amount: "2.00" },
  ];
  await edit({ milestones: steps, ...own });
  const ordered = await edit({ offerId: "logo", input: { company: "Bolt" } });
  const terms = { offerId: "logo", deliverBy: own.deliverBy };
  expect(ordered).toMatchObject({
    payment: { price: { amount: "5.00" } },
    terms: { ...terms, deliverWithin: "P2D" },
    messages: [{ text: "Hello!\n\nA logo\n\nCompany: Bolt" }],
  });
  expect(ordered.terms).not.toHaveProperty("milestones");
  const left = await edit({ offerId: null, price: "3.00" });
  expect(left.payment.price.amount).toBe("3.00");
  expect(left.terms).toEqual({ deliverBy: own.deliverBy });
  const sent = await ask(buyer.token, `${at}/submit`, "POST", {});
  expect(sent.state).toBe("submitted");
});

test("as many orders are taken at once as there are places, and as many in a day", async () => {
  const { seller, order, orders } = await market("rosa", {
    capacity: { open: 7 },
  });
  const buyers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      service.addAccount(`rosa-b${n}`, { credit: "200.00" }),
    ),
  );
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, n) => order({}, buyers[n % 10]?.token)),
  );
  const ends = all.map(({ state, code }) => state ?? code);
  expect(ends.filter((it) => it === "submitted")).toHaveLength(7);
  expect(new Set(ends)).toEqual(new Set(["submitted", "offer_sold_out"]));
  expect(await orders()).toEqual({ open: 7, done: 0 });
  // One that ends makes room for one.
  const taken = all.find(({ state }) => state === "submitted");
  const path = `${BOOK}/${taken.conversationId}`;
  await ask(seller.token, `${path}/messages`, "POST", { text: "Here." });
  await ask(seller.token, `${path}/receipt`, "POST", { confirm: true });
  await ask(seller.token, `${path}/complete`, "POST", {});
  expect((await order()).state).toBe("submitted");
  expect((await order()).code).toBe("offer_sold_out");
  const daily = { ...LOGO, capacity: { perDay: 9 } };
  await ask(seller.token, "/v1/offers/logo", "PUT", daily);
  expect((await order()).state).toBe("submitted");
  expect((await order()).code).toBe("offer_sold_out");
  service.clock.advance(DAY_MS);
  expect((await order()).state).toBe("submitted");
});

test("a quote tells of the offers, and holds the price of the one that it is for", async () => {
  const { seller, buyer, order } = await market("quinn");
  const to = `/v1/quotes?to=${seller.address}`;
  const all = await ask(buyer.token, to);
  expect(all).toMatchObject({
    price: { amount: "0.00" },
    offers: [{ offerId: "logo", needsInput: true, soldOut: false }],
  });
  const { quoteId, ...quote } = await ask(buyer.token, `${to}&offerId=logo`);
  expect(quote).toMatchObject({
    price: { amount: "5.00" },
    release: "accepted",
    offers: [{ offerId: "logo", input: INPUT }],
  });
  await ask(seller.token, "/v1/offers/logo", "PUT", { ...LOGO, price: "9.00" });
  const { conversation } = await order({ quoteId });
  expect(conversation.payment.price.amount).toBe("5.00");
  expect((await order({ quoteId: all.quoteId })).code).toBe("invalid_quote");
});

test("an order is the same over each wire, and refused alike", async () => {
  const { seller, buyer, orders } = await market("wanda");
  const to = [seller.address];
  for (const wire of driversOf(service)) {
    const wrong = { to, offerId: "logo", input: { company: "" }, text: "Hi" };
    const error = await refusal(wire.create(buyer.token, wrong));
    expect(error.code).toBe("invalid_input");
    const right = {
      to,
      offerId: "logo",
      input: { company: wire.name },
      text: "Hi",
    };
    const made = await wire.create(buyer.token, right);
    expect(made).toMatchObject({
      ok: true,
      output: {
        ...{ state: "submitted", paymentStatus: "held" },
      },
    });
    const words = `A logo\n\nCompany: ${wire.name}`;
    expect(JSON.stringify(made)).toContain(JSON.stringify(words).slice(1, -1));
  }
  expect(await orders()).toEqual({ open: 3, done: 0 });
});
