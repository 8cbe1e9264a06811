import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { x402Client } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
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
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { claimInvite } from "../../../src/core/operations/claim_invite.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { verifyDatabase } from "../../../src/core/operations/verify_database.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { TestAccount, TestService } from "../../../tests/harness.ts";
import { json, START, startService } from "../../../tests/harness.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { chainEnv, operatorKeyFile } from "./chain_env.ts";
import { OPERATOR, wallet } from "./stage.ts";

setDefaultTimeout(30_000);

let anvil: Anvil;
let service: TestService;
let seller: TestAccount;
let seed = 83_000;
const payee = wallet(82_999);

beforeAll(async () => {
  anvil = await startAnvil();
  await using key = await operatorKeyFile();
  const env = { RAIL: "x402", ...chainEnv(anvil.url, key.path) };
  service = await startService({ env });
  // The chain has today's clock.
  service.clock.advance(Date.now() - START);
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  seller = await service.addAccount("bob", { name: "Bob’s studio" });
  const { db } = service.services;
  await db.commit([payoutStore(db).put(seller.accountId, payee.address, 0)]);
  await offer("logo");
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await anvil[Symbol.asyncDispose]();
});

const INPUT = {
  type: "object",
  properties: {
    company: { type: "string", title: "Company", minLength: 1 },
    colour: { $ref: "#/$defs/colour" },
  },
  required: ["company"],
  additionalProperties: false,
  $defs: { colour: { enum: ["red", "blue"] } },
};

/** What the test reads of answers. */
type Said = Awaited<ReturnType<typeof json>>;

async function ask(
  token: string | undefined,
  path: string,
  method = "GET",
  body?: object,
): Promise<Said> {
  const how = { method, ...(token !== undefined && { token }) };
  return await json(
    await service.fetch(path, { ...how, ...(body && { json: body }) }),
  );
}

async function offer(id: string, more: object = {}) {
  const saved = await ask(seller.token, `/v1/offers/${id}`, "PUT", {
    ...{ title: "A logo", description: "As SVG.", price: "0.50" },
    ...{ release: "replied", deliverWithin: "P2D", input: INPUT, ...more },
  });
  expect(saved).toHaveProperty("offer");
}

/** A wallet with money, and the untouched client of it. */
async function buyer(amount = 5_000_000) {
  seed += 1;
  const own = wallet(seed);
  await anvil.mint(own.address, amount);
  const scheme = new AuthCaptureEvmScheme(own.account);
  const client = new x402Client().register("eip155:84532", scheme);
  const paying = wrapFetchWithPayment(fetch, client);
  const order = async (id = "logo", more: Record<string, string> = {}) => {
    const answer = await paying(`${service.baseUrl}${pathOf(id)}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...more },
      body: JSON.stringify({ company: "ACME", colour: "red" }),
    });
    return { answer, said: (await answer.json()) as Said };
  };
  return { ...own, client, order, has: () => anvil.tokens(own.address) };
}

const pathOf = (id: string) => `/@bob/offers/${id}/orders`;

/** Lets the service and the chain go on until nothing is on its way. */
async function settle(rounds = 4) {
  const { chain } = service.services;
  if (!chain) throw new Error("No chain is set");
  for (let round = 0; round < rounds; round++) {
    service.clock.advance(10_000);
    await keepChain(service.services, chain.rail);
    await anvil.finalise();
  }
}

async function expectRight() {
  const { ok } = await service.operate(verifyAudit, {});
  expect(ok).toBe(true);
}

test("an x402 client without an account orders, reads its order by the link, is answered, and gets a receipt for what it signed", async () => {
  const { order, address, has } = await buyer();
  const unpaid = await service.fetch(pathOf("logo"), {
    ...{ method: "POST", json: { company: "ACME", colour: "red" } },
  });
  expect(unpaid.status).toBe(402);
  const required = JSON.parse(
    Buffer.from(
      unpaid.headers.get("payment-required") ?? "",
      "base64",
    ).toString(),
  );
  const url = service.baseUrl + pathOf("logo");
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
  expect(
    decodePaymentResponseHeader(answer.headers.get("payment-response") ?? ""),
  ).toMatchObject({ success: true, payer: address });
  const { taskId, statusUrl, claimUrl, token } = said;
  const status = async () =>
    await json(
      await fetch(statusUrl, { headers: { authorization: `Bearer ${token}` } }),
    );
  expect(await status()).toMatchObject({
    ...{ taskId, offerId: "logo", state: "auth-required" },
  });
  await settle();
  expect(await has()).toBe(4_500_000);
  expect(await status()).toMatchObject({
    ...{ state: "submitted", payment: "held", payer: address },
  });
  const at = `/v1/conversations/${taskId}`;
  const seen = (await ask(seller.token, at)).conversation;
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

  await ask(token, `${at}/messages`, "POST", { text: "In two sizes, please." });
  await ask(seller.token, `${at}/messages`, "POST", {
    text: "Here it is.",
  });
  await ask(seller.token, `${at}/receipt`, "POST", { confirm: true });
  await settle();
  const done = await ask(seller.token, `${at}/complete`, "POST", {});
  expect(done).toMatchObject({ state: "completed" });
  expect(await anvil.tokens(payee.address)).toBe(500_000);
  const read = (await ask(token, at)).conversation;
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
  expect(claimUrl).toBe(`${service.baseUrl}/i/${token}`);
  expect(service.logged.join("\n")).not.toContain(token);
  await expectRight();
});

test("an order that is canceled by its link before the seller accepts gives the price back to the wallet", async () => {
  const { order, has } = await buyer();
  const { said } = await order();
  await settle();
  const at = `/v1/conversations/${said.taskId}`;
  const canceled = await ask(said.token, `${at}/cancel`, "POST", {
    reason: "Changed my mind.",
  });
  expect(canceled).toMatchObject({ state: "canceled" });
  await settle();
  expect(await has()).toBe(5_000_000);
  expect((await ask(said.token, at)).conversation.payment).toMatchObject({
    status: "voided",
  });
  await expectRight();
});

/** The pages of a link, as a browser reads them. */
async function browse(token: string) {
  const opened = await service.fetch(`/i/${token}`);
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";");
  const read = async () =>
    await (await service.fetch("/i", { headers: { cookie } })).text();
  const submit = async (path: string, fields: Record<string, string>) => {
    const [, participant = ""] =
      /name="participant" value="([^"]+)"/.exec(await read()) ?? [];
    const headers = {
      ...{ cookie, origin: service.baseUrl },
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = String(new URLSearchParams({ participant, ...fields }));
    return await service.fetch(path, { method: "POST", headers, body });
  };
  return { read, submit };
}

test("the link is a page: the buyer reads and writes there, and cancels; it neither declines nor stops mail", async () => {
  const { order, address, has } = await buyer();
  const { said } = await order();
  await settle();
  const { read, submit } = await browse(said.token);
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
  await settle();
  expect(await has()).toBe(5_000_000);
});

test("an account that claims an order is its sender and its payer, and the link ends", async () => {
  const { order, has } = await buyer();
  const { said } = await order();
  const carol = await service.addAccount(`carol-${seed}`);
  const claim = () =>
    callOperation(
      service.services,
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
  await settle();
  const at = `/v1/conversations/${said.taskId}`;
  await ask(seller.token, `${at}/messages`, "POST", { text: "Here it is." });
  await ask(seller.token, `${at}/receipt`, "POST", { confirm: true });
  await settle();
  await claim();
  const { conversation } = await ask(carol.token, at);
  expect(conversation).toMatchObject({
    from: { address: carol.address },
    payment: { status: "released", payer: { address: carol.address } },
  });
  expect((await ask(said.token, at)).code).toBe("unauthenticated");
  const totals = await ask(carol.token, "/v1/payments/totals");
  expect(JSON.stringify(totals)).toContain("0.50");
  expect(await has()).toBe(4_500_000);
  await expectRight();
  const { ok } = await service.operate(verifyDatabase, {});
  expect(ok).toBe(true);
});

test("a link opens its own order and nothing else", async () => {
  const { order } = await buyer();
  const one = (await order()).said;
  const two = (await order()).said;
  const other = `/v1/conversations/${two.taskId}`;
  expect((await ask(one.token, other)).code).toBe("conversation_not_found");
  for (const path of ["/v1/conversations", "/v1/account", "/v1/balance"]) {
    expect((await ask(one.token, path)).code).toBe("unauthenticated");
  }
  expect((await ask("A".repeat(22), other)).code).toBe("unauthenticated");
});

test("a payment makes one order, however often it is sent, and its link is given again only to whoever has its key", async () => {
  const { client, has } = await buyer();
  await offer("single", { capacity: { open: 1 } });
  const body = { company: "ACME" };
  const unpaid = await service.fetch(pathOf("single"), {
    ...{ method: "POST", json: body },
  });
  const required = JSON.parse(
    Buffer.from(
      unpaid.headers.get("payment-required") ?? "",
      "base64",
    ).toString(),
  );
  const payload = await client.createPaymentPayload(required);
  const sent = Buffer.from(JSON.stringify(payload)).toString("base64");
  const post = async (key?: string) => {
    const headers = {
      "payment-signature": sent,
      ...(key && { "idempotency-key": key }),
    };
    return await json(
      await service.fetch(pathOf("single"), {
        ...{ method: "POST", headers, json: body },
      }),
    );
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
  await settle();
  expect(await has()).toBe(4_500_000);
  expect((await post(key)).claimUrl).toBe(all[0].claimUrl);
  // There is no place for another, and nothing is taken for it.
  const late = await buyer();
  const { answer, said } = await late.order("single");
  expect([answer.status, said.code]).toEqual([409, "offer_sold_out"]);
  expect(await late.has()).toBe(5_000_000);
});

test("of buyers who pay for the last place at once one has it, and nothing is taken from the others", async () => {
  await offer("last", { capacity: { open: 1 } });
  const all = [await buyer(), await buyer(), await buyer()];
  const ends = await Promise.all(all.map(({ order }) => order("last")));
  await settle();
  const statuses = ends.map(({ answer }) => answer.status);
  expect(statuses.toSorted()).toEqual([202, 409, 409]);
  for (const [at, { has }] of all.entries()) {
    expect(await has()).toBe(statuses[at] === 202 ? 4_500_000 : 5_000_000);
  }
});

test("what can't be ordered so is refused before anything is signed", async () => {
  await offer("clients", { audience: ["clients"] });
  await offer("free", { price: "0" });
  const post = async (id: string, body: object = { company: "A" }) =>
    await ask(undefined, pathOf(id), "POST", body);
  expect(await post("logo", { colour: "green" })).toMatchObject({
    code: "invalid_input",
    errors: [{ pointer: "/company" }, { pointer: "/colour" }],
  });
  expect((await post("clients")).code).toBe("offer_not_found");
  expect((await post("none")).code).toBe("offer_not_found");
  expect(await post("free")).toMatchObject({
    ...{ code: "unauthenticated", fix: expect.stringContaining("account") },
  });
  const { order } = await buyer(100);
  const poor = await order();
  expect([poor.answer.status, poor.said]).toMatchObject([
    402,
    { code: "payment_invalid", reason: "insufficient_funds" },
  ]);
});

test("the public page and the list of offers say where a wallet orders", async () => {
  const { offers } = await ask(undefined, "/@bob/offers?offerId=logo");
  expect(offers).toMatchObject([{ x402: service.baseUrl + pathOf("logo") }]);
  const page = await (await service.fetch("/@bob")).text();
  expect(page).toContain(`POST ${offers[0].x402}`);
});

test("a wallet that the seller blocks orders nothing", async () => {
  const { order, address, has } = await buyer();
  const { said } = await order();
  await settle();
  const { token } = await service.addSession(seller);
  const at = `/v1/conversations/${said.taskId}`;
  const { from } = (await ask(seller.token, at)).conversation;
  expect(from.address).toStartWith(address);
  await ask(token, `/v1/contacts/${from.address}`, "PUT", { blocked: true });
  const { answer, said: refused } = await order();
  expect([answer.status, refused.code]).toEqual([403, "not_in_audience"]);
  await settle();
  expect(await has()).toBe(4_500_000);
});
