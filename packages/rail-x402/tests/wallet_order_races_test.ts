import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../../../tests/harness.ts";
import type { Shop } from "./wallet_shop.ts";
import { pathOf, startShop } from "./wallet_shop.ts";

setDefaultTimeout(30_000);

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(84000);
});
afterAll(() => shop[Symbol.asyncDispose]());

test("a payment makes one order, however often it is sent, and its link is given again only to whoever has its key", async () => {
  const { signed, has } = await shop.buyer();
  await shop.offer("single", { capacity: { open: 1 } });
  const sent = await signed("single");
  const post = async (key?: string) => {
    const more = key === undefined ? {} : { "idempotency-key": key };
    return await json(await shop.post("single", sent, more));
  };
  const key = "b1946ac92492d234";
  const all = await Promise.all([post(key), post(key), post(key)]);
  expect(new Set(all.map(({ taskId }) => taskId)).size).toBe(1);
  expect(new Set(all.map(({ claimUrl }) => claimUrl)).size).toBe(1);
  for (const other of [undefined, "591785b794601e21"]) {
    const stranger = await post(other);
    expect(stranger.taskId).toBe(all[0].taskId);
    expect(stranger).not.toHaveProperty("claimUrl");
  }
  await shop.settle();
  expect(await has()).toBe(4_500_000);
  expect((await post(key)).claimUrl).toBe(all[0].claimUrl);
  // There is no place for another, and nothing is taken for it.
  const late = await shop.buyer();
  const { answer, said } = await late.order("single");
  expect([answer.status, said.code]).toEqual([409, "offer_sold_out"]);
  expect(await late.has()).toBe(5_000_000);
});

test("a process that dies at any commit of an order leaves a payment that makes one order, or none that is taken", async () => {
  const { db } = shop.service.services;
  const { commit } = db;
  for (const when of ["before", "after"] as const) {
    const { signed, has } = await shop.buyer();
    const sent = await signed("logo");
    // The wallet's account, and then the order; each once.
    for (let at = 1; ; at++) {
      let count = 0;
      db.commit = async (statements) => {
        count += 1;
        if (count === at && when === "before") throw new Error("Killed");
        await commit.call(db, statements);
        if (count === at) throw new Error("Killed");
      };
      const answer = await shop.post("logo", sent);
      db.commit = commit;
      if (answer.status === 202) break;
      expect(at).toBeLessThan(4);
    }
    const { taskId } = await json(await shop.post("logo", sent));
    await shop.settle();
    expect(await has()).toBe(4_500_000);
    const at = `/v1/conversations/${taskId}`;
    const { conversation } = await shop.ask(shop.seller.token, at);
    expect(conversation.payment.status).toBe("held");
  }
  await shop.expectRight();
});

test("of buyers who pay for the last place at once one has it, and nothing is taken from the others", async () => {
  await shop.offer("last", { capacity: { open: 1 } });
  const all = [await shop.buyer(), await shop.buyer(), await shop.buyer()];
  const ends = await Promise.all(all.map(({ order }) => order("last")));
  await shop.settle();
  const statuses = ends.map(({ answer }) => answer.status);
  expect(statuses.toSorted()).toEqual([202, 409, 409]);
  for (const [at, { has }] of all.entries()) {
    expect(await has()).toBe(statuses[at] === 202 ? 4_500_000 : 5_000_000);
  }
});

test("an order whose money is gone when the chain looks ends, and makes room for another", async () => {
  await shop.offer("spent", { capacity: { open: 2 } });
  const { order, has } = await shop.buyer(500_000);
  // Both at once, and the first of this wallet.
  const both = await Promise.all([order("spent"), order("spent")]);
  expect(both.map(({ answer }) => answer.status)).toEqual([202, 202]);
  const stands = async (at: 0 | 1) => {
    const { taskId, token } = both[at]?.said ?? {};
    const { state, payment, pending } = await shop.ask(
      token,
      `/v1/orders/${taskId}`,
    );
    return [state, payment, pending];
  };
  expect(await stands(1)).toEqual(["auth-required", "requires_payment", true]);
  await shop.settle();
  expect(await has()).toBe(0);
  const ends = [await stands(0), await stands(1)].toSorted();
  expect(ends).toEqual([
    ["failed", "voided", false],
    ["submitted", "held", false],
  ]);
  const { answer } = await (await shop.buyer()).order("spent");
  expect(answer.status).toBe(202);
  await shop.expectRight();
});

test("what can't be ordered so is refused before anything is signed", async () => {
  await shop.offer("clients", { audience: ["clients"] });
  await shop.offer("free", { price: "0" });
  const post = async (id: string, body: object = { company: "A" }) =>
    await shop.ask(undefined, pathOf(id), "POST", body);
  expect(await post("logo", { colour: "green" })).toMatchObject({
    code: "invalid_input",
    errors: [{ pointer: "/company" }, { pointer: "/colour" }],
  });
  expect((await post("clients")).code).toBe("offer_not_found");
  expect((await post("none")).code).toBe("offer_not_found");
  expect(await post("free")).toMatchObject({
    ...{ code: "unauthenticated", fix: expect.stringContaining("account") },
  });
  const { order } = await shop.buyer(100);
  const poor = await order();
  expect([poor.answer.status, poor.said]).toMatchObject([
    402,
    { code: "payment_invalid", reason: "insufficient_funds" },
  ]);
});

test("a file that is delivered is downloaded by the link of its order, and of no other", async () => {
  const { order } = await shop.buyer();
  const [one, other] = [(await order()).said, (await order()).said];
  await shop.settle();
  const at = `/v1/conversations/${one.taskId}/artifacts`;
  const file = { name: "logo.svg", mimeType: "image/svg+xml" };
  const { artifactId } = await shop.ask(shop.seller.token, at, "POST", {
    ...{ ...file, bytes: Buffer.from("<svg/>").toString("base64") },
  });
  const read = (token: string) =>
    shop.service.fetch(`${at}/${artifactId}`, { token });
  expect(await (await read(one.token)).text()).toBe("<svg/>");
  expect((await read(other.token)).status).toBe(404);
});

test("a wallet that the seller blocks orders nothing", async () => {
  const { order, address, has } = await shop.buyer();
  const { said } = await order();
  await shop.settle();
  const { token } = await shop.service.addSession(shop.seller);
  const at = `/v1/conversations/${said.taskId}`;
  const { from } = (await shop.ask(shop.seller.token, at)).conversation;
  expect(from.address).toStartWith(address);
  const letter = { to: from.address, text: "Hello", submit: true };
  expect(
    await shop.ask(shop.seller.token, "/v1/conversations", "POST", letter),
  ).toMatchObject({
    code: "invalid_address",
    errors: [{ code: "account_closed" }],
  });
  await shop.ask(token, `/v1/contacts/${from.address}`, "PUT", {
    blocked: true,
  });
  const { answer, said: refused } = await order();
  expect([answer.status, refused.code]).toEqual([403, "not_in_audience"]);
  await shop.settle();
  expect(await has()).toBe(4_500_000);
});
