import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  extractDiscoveryInfo,
  validateDiscoveryExtension,
} from "@x402/extensions/bazaar";
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from "@x402/extensions/offer-receipt";
import { claimInvite } from "../../../src/core/operations/claim_invite.ts";
import { verifyDatabase } from "../../../src/core/operations/verify_database.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { json } from "../../../tests/harness.ts";
import type { Said, Shop } from "./wallet_shop.ts";
import { headerIn, pathOf, startShop } from "./wallet_shop.ts";

setDefaultTimeout(30_000);

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(83000);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The pages of a link, as a browser reads them. */
async function browse(token: string) {
  const opened = await shop.service.fetch(`/i/${token}`);
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";");
  const read = async () =>
    await (await shop.service.fetch("/i", { headers: { cookie } })).text();
  const submit = async (path: string, fields: Record<string, string>) => {
    const [, participant = ""] =
      /name="participant" value="([^"]+)"/.exec(await read()) ?? [];
    const headers = {
      ...{ cookie, origin: shop.service.baseUrl },
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = String(new URLSearchParams({ participant, ...fields }));
    return await shop.service.fetch(path, { method: "POST", headers, body });
  };
  return { read, submit };
}

test("an x402 client without an account orders, reads its order by the link, is answered, and gets a receipt for what it signed", async () => {
  const { order, address, has } = await shop.buyer();
  const unpaid = await shop.service.fetch(pathOf("logo"), {
    ...{ method: "POST", json: { company: "ACME", colour: "red" } },
  });
  expect(unpaid.status).toBe(402);
  const required = headerIn(unpaid, "payment-required");
  const url = shop.service.baseUrl + pathOf("logo");
  expect(required).toMatchObject({
    x402Version: 2,
    resource: {
      ...{ url, description: "A logo. As SVG.", serviceName: "Bobs studio" },
      mimeType: "application/json",
    },
    accepts: [
      {
        scheme: "auth-capture",
        amount: "500000",
        extra: { captureMode: "deferred" },
      },
    ],
  });
  expect(validateDiscoveryExtension(required.extensions.bazaar)).toEqual({
    valid: true,
  });
  const payload = { ...required, payload: {} };
  expect(extractDiscoveryInfo(payload, required.accepts[0])).toMatchObject({
    ...{ resourceUrl: url, method: "POST", description: "A logo. As SVG." },
    discoveryInfo: { input: { body: { company: "ACME", colour: "red" } } },
  });
  const [signed] = extractOffersFromPaymentRequired(required);
  if (signed?.format !== "jws") throw new Error("No offer");
  // Its key is found by the service's name.
  const terms = await verifyOfferSignatureJWS(signed);
  expect(terms).toMatchObject({
    ...{ version: 1, resourceUrl: url, scheme: "auth-capture" },
    ...{ amount: "500000", network: "eip155:84532" },
  });
  const [decoded] = decodeSignedOffers([signed]);
  if (!decoded) throw new Error("No offer");

  const { answer, said } = await order();
  expect([answer.status, said]).toMatchObject([202, {}]);
  expect(headerIn(answer, "payment-response")).toMatchObject({
    success: true,
    payer: address,
  });
  const { taskId, statusUrl, claimUrl, token } = said;
  const status = async () =>
    await json(
      await fetch(statusUrl, { headers: { authorization: `Bearer ${token}` } }),
    );
  expect(await status()).toMatchObject({
    ...{ taskId, offerId: "logo", state: "auth-required" },
  });
  await shop.settle();
  expect(await has()).toBe(4_500_000);
  expect(await status()).toMatchObject({
    ...{ state: "submitted", payment: "held", payer: address },
  });
  const at = `/v1/conversations/${taskId}`;
  const seen = (await shop.ask(shop.seller.token, at)).conversation;
  expect(seen).toMatchObject({
    from: { name: expect.stringMatching(/^Wallet 0x/) },
    terms: { offerId: "logo", input: { company: "ACME" } },
    messages: [
      {
        trust: { relation: "stranger", firstContact: true },
        actor: { kind: "guest" },
      },
    ],
  });
  expect(seen.messages[0].trust.wallet.toLowerCase()).toBe(address);

  await shop.ask(token, `${at}/messages`, "POST", {
    text: "In two sizes, please.",
  });
  await shop.ask(shop.seller.token, `${at}/messages`, "POST", {
    text: "Here it is.",
  });
  await shop.ask(shop.seller.token, `${at}/receipt`, "POST", { confirm: true });
  await shop.settle();
  const done = await shop.ask(shop.seller.token, `${at}/complete`, "POST", {});
  expect(done).toMatchObject({ state: "completed" });
  expect(await shop.anvil.tokens(shop.payee.address)).toBe(500_000);
  const read = (await shop.ask(token, at)).conversation;
  expect(read.messages.map((it: Said) => it.text)).toEqual([
    expect.stringContaining("ACME"),
    "In two sizes, please.",
    "Here it is.",
  ]);
  const { receipt } = (await status()).extensions["offer-receipt"].info;
  const { transaction } = await verifyReceiptSignatureJWS(receipt);
  expect(transaction).toMatch(/^0x[0-9a-f]{64}$/);
  expect(
    verifyReceiptMatchesOffer(
      receipt,
      decoded,
      [address],
      Number.MAX_SAFE_INTEGER,
    ),
  ).toBe(true);
  expect(claimUrl).toBe(`${shop.service.baseUrl}/i/${token}`);
  expect(shop.service.logged.join("\n")).not.toContain(token);
  await shop.expectRight();
});

test("an order that is canceled by its link before the seller accepts gives the price back to the wallet", async () => {
  const { order, has } = await shop.buyer();
  const { said } = await order();
  await shop.settle();
  const at = `/v1/conversations/${said.taskId}`;
  const canceled = await shop.ask(said.token, `${at}/cancel`, "POST", {
    reason: "Changed my mind.",
  });
  expect(canceled).toMatchObject({ state: "canceled" });
  await shop.settle();
  expect(await has()).toBe(5_000_000);
  expect((await shop.ask(said.token, at)).conversation.payment).toMatchObject({
    status: "voided",
  });
  await shop.expectRight();
});

test("the link is a page: the buyer reads and writes there, and cancels; it neither declines nor stops mail", async () => {
  const { order, address, has } = await shop.buyer();
  const { said } = await order();
  await shop.settle();
  const { read, submit } = await browse(said.token);
  expect(shop.service.logged.join("\n")).not.toContain(said.token);
  const page = await read();
  for (const words of [address, "Bob’s studio", "goes back to your wallet"]) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain("Unsubscribe");
  await submit("/i/reply", { text: "In <b>two</b> sizes.", once: "1" });
  expect(await read()).toContain("In &lt;b&gt;two&lt;/b&gt; sizes.");
  for (const path of ["/i/decline", "/i/stop"]) {
    expect((await submit(path, { reason: "unsubscribed" })).status).toBe(404);
  }
  const gone = await submit("/i/cancel", { reason: "Too late." });
  expect([gone.status, gone.headers.get("location")]).toEqual([303, "/i"]);
  expect(await read()).toContain("Canceled");
  await shop.settle();
  expect(await has()).toBe(5_000_000);
});

test("a buyer disputes on the page of the link what was delivered, and agrees to a split there", async () => {
  const { order, has } = await shop.buyer();
  const { said } = await order();
  await shop.settle();
  const at = `/v1/conversations/${said.taskId}`;
  const { token } = shop.seller;
  const { read, submit } = await browse(said.token);
  expect(await read()).not.toContain("/i/dispute");
  await shop.ask(token, `${at}/messages`, "POST", { text: "Here it is." });
  expect(await read()).toContain("Open a dispute");
  const words = { reason: "not_as_agreed", text: "It is <i>blue</i>." };
  const open = { act: "dispute", ...words, return: "0.30" };
  const wrong = await submit("/i/dispute", { ...open, return: "9" });
  expect(wrong.status).toBe(400);
  expect((await submit("/i/dispute", { act: "rule" })).status).toBe(404);
  expect((await submit("/i/dispute", open)).status).toBe(303);
  const person = await shop.service.addSession(shop.seller);
  await shop.ask(person.token, `${at}/dispute/answer`, "POST", {
    ...{ return: "0.20", text: "One was <b>green</b>." },
  });
  const page = await read();
  expect(page).toContain("It is &lt;i&gt;blue&lt;/i&gt;.");
  expect(page).toContain("One was &lt;b&gt;green&lt;/b&gt;.");
  expect(page).toContain("Agree: 0.20 USDC goes back");
  const taken = await submit("/i/dispute", { act: "take_split", take: "2" });
  expect(taken.status).toBe(303);
  await shop.settle();
  expect(await has()).toBe(4_700_000);
  await shop.expectRight();
});

test("an account that claims an order is its sender and its payer, and the link ends", async () => {
  const { order, has } = await shop.buyer();
  const { said } = await order();
  const carol = await shop.service.addAccount("carol");
  const claim = () =>
    callOperation(
      shop.service.services,
      claimInvite,
      {
        ...{ via: "web", requestId: "test" },
        principal: {
          ...{ kind: "person", accountId: carol.accountId, scopes: null },
          sessionId: "ses_1",
        },
      },
      { token: said.token },
    );
  await expect(claim()).rejects.toThrow("its payment is on its way");
  await shop.settle();
  const at = `/v1/conversations/${said.taskId}`;
  await shop.ask(shop.seller.token, `${at}/messages`, "POST", {
    text: "Here it is.",
  });
  await shop.ask(shop.seller.token, `${at}/receipt`, "POST", { confirm: true });
  await shop.settle();
  await claim();
  const { conversation } = await shop.ask(carol.token, at);
  expect(conversation).toMatchObject({
    from: { address: carol.address },
    payment: { status: "released", payer: { address: carol.address } },
  });
  expect((await shop.ask(said.token, at)).code).toBe("unauthenticated");
  const totals = await shop.ask(carol.token, "/v1/payments/totals");
  expect(JSON.stringify(totals)).toContain("0.50");
  expect(await has()).toBe(4_500_000);
  await shop.expectRight();
  const { ok } = await shop.service.operate(verifyDatabase, {});
  expect(ok).toBe(true);
});

test("a link opens its own order and nothing else", async () => {
  const { order } = await shop.buyer();
  const one = (await order()).said;
  const two = (await order()).said;
  const other = `/v1/conversations/${two.taskId}`;
  expect((await shop.ask(one.token, other)).code).toBe(
    "conversation_not_found",
  );
  for (const path of ["/v1/conversations", "/v1/account", "/v1/balance"]) {
    expect((await shop.ask(one.token, path)).code).toBe("unauthenticated");
  }
  expect((await shop.ask("A".repeat(22), other)).code).toBe("unauthenticated");
});

test("the public page and the list of offers say where a wallet orders", async () => {
  const { seller } = await shop.ask(undefined, "/@bob/offers?offerId=logo");
  expect(seller.x402).toBe(shop.service.baseUrl + pathOf("{offerId}"));
  const page = await (await shop.service.fetch("/@bob")).text();
  expect(page).toContain(`POST ${seller.x402}`);
});

test("an account orders on the chain, too: its wallet signs, and what is not accepted goes back", async () => {
  const dora = await shop.service.addAccount("dora");
  const { paying, has } = await shop.buyer();
  const { conversationId, state } = await shop.ask(
    dora.token,
    "/v1/conversations",
    "POST",
    {
      ...{ to: [shop.seller.address], offerId: "logo", submit: true },
      input: { company: "ACME" },
    },
  );
  expect(state).toBe("auth-required");
  const orders = async () =>
    (await shop.ask(shop.seller.token, "/v1/offers")).offers.find(
      (it: Said) => it.offerId === "logo",
    ).orders.open;
  const before = await orders();
  const at = `/v1/conversations/${conversationId}`;
  const paid = await paying(`${shop.service.baseUrl}${at}/fund`, {
    method: "POST",
    headers: { authorization: `Bearer ${dora.token}` },
  });
  expect(paid.status).toBe(200);
  // Its place is taken once its payment has begun.
  expect(await orders()).toBe(before + 1);
  await shop.settle();
  const { conversation } = await shop.ask(shop.seller.token, at);
  expect(conversation).toMatchObject({
    ...{ state: "submitted", terms: { offerId: "logo" } },
    payment: { status: "held", price: { amount: "0.50", currency: "USDC" } },
  });
  const status = await shop.ask(dora.token, `/v1/orders/${conversationId}`);
  expect(status).toMatchObject({ payment: "held", state: "submitted" });
  const { token } = await shop.service.addSession(shop.seller);
  await shop.ask(token, `${at}/cancel`, "POST", { reason: "Too busy." });
  await shop.settle();
  expect(await has()).toBe(5_000_000);
  expect(await orders()).toBe(before);
  await shop.expectRight();
});
