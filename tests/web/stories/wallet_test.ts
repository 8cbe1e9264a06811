import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { intentStore } from "../../../packages/rail-x402/src/intent_store.ts";
import type { Anvil } from "../../../packages/rail-x402/tests/anvil.ts";
import { startAnvil } from "../../../packages/rail-x402/tests/anvil.ts";
import {
  chainEnv,
  operatorKeyFile,
} from "../../../packages/rail-x402/tests/chain_env.ts";
import { OPERATOR, wallet } from "../../../packages/rail-x402/tests/stage.ts";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { startChromium, startPages } from "../../auth/chromium.ts";
import { json } from "../../harness.ts";
import { inProof } from "../../proof.ts";
import type { Person } from "../person.ts";
import { person } from "../person.ts";

let anvil: Anvil;
let browser: Browser;

const payer = wallet(8_800);
const payee = wallet(8_801);
const poor = wallet(8_802);

beforeAll(async () => {
  [anvil, browser] = await Promise.all([startAnvil(), startChromium()]);
  await anvil.mint(payer.address, 1_000_000);
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
}, 60_000);
afterAll(() => anvil?.[Symbol.asyncDispose]());

const PASSES_MAX = 20;

/** The behaviour of a page's wallet when it is asked. */
interface Mood {
  chainId: string;
  isRefusing: boolean;
  /** Signs once this has come. */
  signsAfter?: Promise<void>;
}

/** Gives a page a wallet, from its next load on. */
async function giveWallet(
  page: Page,
  { account }: ReturnType<typeof wallet>,
  mood: Mood,
): Promise<void> {
  await page.exposeFunction(
    "askWallet",
    async (method: string, params: readonly string[]) => {
      if (method === "eth_requestAccounts") return [account.address];
      if (method === "eth_chainId") return mood.chainId;
      if (method !== "eth_signTypedData_v4" || mood.isRefusing)
        return "refused";
      await mood.signsAfter;
      return await account.signTypedData(JSON.parse(params[1] ?? ""));
    },
  );
  await page.addInitScript(`window.ethereum = {
    async request({ method, params }) {
      const answer = await window.askWallet(method, params);
      if (answer === "refused") throw Object.assign(new Error(), { code: 4001 });
      return answer;
    },
  }`);
}

const BASE_SEPOLIA = "0x14a34";

/** A way to the node that can be cut. */
function startWay() {
  const way = { isCut: false };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) =>
      way.isCut
        ? new Response("", { status: 503 })
        : await fetch(anvil.url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: await request.text(),
          }),
  });
  return { way, url: server.url.href, stop: () => server.stop(true) };
}

/** A service whose prices are held on the chain, Ann who pays there, and Bob who is paid. */
async function start() {
  await using key = await operatorKeyFile();
  const { way, url, stop } = startWay();
  const env = { RAIL: "x402", ...chainEnv(url, key.path) };
  const service = await startPages(env);
  const { services } = service;
  const [ann, bob] = [
    await person(browser, service, "ann"),
    await person(browser, service, "bob"),
  ];
  const { account } = await json(await service.fetch("/v1/account", bob));
  await services.db.commit([
    payoutStore(services.db).put(account.id, payee.address, 0),
  ]);
  const rail = services.chain?.rail;
  if (!rail) throw new Error("No chain is set");
  const post = async (who: Person, path: string, json: object) =>
    await service.fetch(path, { method: "POST", token: who.token, json });
  const offer = { to: [bob.address], text: "Hi Bob", price: "0.50" };
  const made = await post(ann, "/v1/conversations", { ...offer, submit: true });
  const { conversationId } = await json(made);
  return {
    ...{ service, ann, bob, way, path: `/c/${conversationId}` },
    act: async (who: Person, act: string, body: object) => {
      const path = `/v1/conversations/${conversationId}/${act}`;
      const answer = await post(who, path, body);
      if (!answer.ok) throw new Error(await answer.text());
    },
    seen: async (who: Person) =>
      await json(
        await service.fetch(`/v1/conversations/${conversationId}`, who),
      ),
    async settle() {
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        await keepChain(services, rail);
        const open = await intentStore(services.db).page("open", "");
        if (open.length === 0) return;
        await anvil.finalise();
      }
      throw new Error("It does not settle");
    },
    async [Symbol.asyncDispose]() {
      await ann[Symbol.asyncDispose]();
      await bob[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await stop();
    },
  };
}

test("a person pays by the wallet of the browser: refused, on another chain, signed, final", async () => {
  await using stage = await start();
  const { ann, bob, path, act, seen, settle } = stage;
  const { page } = ann;
  await page.goto(path);
  await page.getByText("This browser has no wallet").waitFor();

  const mood: Mood = { chainId: "0x1", isRefusing: true };
  await giveWallet(page, payer, mood);
  await page.reload();
  const pay = page.getByRole("button", { name: "Pay with my wallet" });
  await pay.click();
  await page.getByText("Your wallet is on another network").waitFor();
  mood.chainId = BASE_SEPOLIA;
  await pay.click();
  await page.getByText("You declined in your wallet").waitFor();
  mood.isRefusing = false;
  const signing = Promise.withResolvers<void>();
  mood.signsAfter = signing.promise;
  await pay.click();
  await page.getByText("Your wallet is asking you to sign").waitFor();
  await page.getByRole("button", { name: "Waiting for your wallet" }).waitFor();
  signing.resolve();
  await page.getByText("The payment is on its way").first().waitFor();
  await settle();
  await page.getByText("0.50 USDC held").first().waitFor();
  expect((await seen(bob)).state).toBe("submitted");

  // A higher price: no button approves what a wallet alone can pay.
  await act(bob, "messages", { text: "It is more work than that" });
  await act(bob, "price", { price: "0.75" });
  await page.getByText("Raise the price to 0.75 USDC?").waitFor();
  await pay.waitFor();
  expect(await page.getByText("Agree to the price").count()).toBe(0);
  await pay.click();
  await page.getByText("Signed and on its way. It continues").waitFor();
  expect(await pay.count()).toBe(0);
  // Nor can it be declined any more, until the chain has answered.
  expect(await page.getByRole("button", { name: "Decline" }).count()).toBe(0);
  await settle();
  await page.getByText("0.75 USDC held").first().waitFor();
  expect(ann.complaints).toEqual([]);

  // The payee gives back: the sum asked for, then a part of the rest.
  await act(bob, "receipt", { confirm: true });
  await page.getByText("0.75 USDC being released").first().waitFor();
  await page.getByText("On its way to the recipient. It's theirs").waitFor();
  expect(await page.getByText("was released").count()).toBe(0);
  await settle();
  await page.getByText("0.75 USDC released").first().waitFor();
  await page.getByText("0.75 USDC was released.").waitFor();
  await act(ann, "refund-request", { amount: "0.20" });
  const before = await anvil.tokens(payer.address);
  await giveWallet(bob.page, payee, mood);
  await bob.page.goto(path);
  const give = bob.page.getByRole("button", {
    name: "Refund with my wallet",
  });
  await bob.page.getByText("Refund 0.20 USDC?").waitFor();
  // No wallet signs either before all of the question was in sight.
  const readOn = bob.page.getByRole("button", { name: "Keep reading" });
  await readOn.click();
  await readOn.waitFor({ state: "detached" });
  await give.click();
  await bob.page.getByText("Signed: it is on its way back").waitFor();
  // The payer, who asked for it, sees that it was signed.
  await page.getByText("Signed and on its way back. It counts").waitFor();
  await settle();
  await bob.page.getByText("Refunded: 0.20 USDC.").waitFor();
  await bob.page.getByLabel("Money").locator("summary").click();
  await bob.page.getByRole("button", { name: "Refund money" }).click();
  await bob.page.getByLabel("Amount").fill("0.05");
  await give.click();
  await bob.page.getByRole("dialog").waitFor({ state: "detached" });
  await settle();
  await bob.page.getByText("Refunded: 0.25 USDC.").waitFor();
  expect(await anvil.tokens(payer.address)).toBe(before + 250_000);

  // The sums of USDC stand by themselves, and nothing is shown of test money.
  await bob.page.goto("/payments");
  const usdc = bob.page.getByRole("region", { name: "USDC", exact: true });
  const figures = usdc.getByRole("definition");
  await usdc.getByText("refunded 0.25").waitFor();
  expect(await figures.allTextContents()).toContain("0.75");
  expect(await bob.page.getByText("Available").count()).toBe(0);
  // The browser itself notes each answer 402, by which the service says what to sign.
  expect(bob.complaints).toEqual(Array(2).fill(expect.stringContaining("402")));
}, 60_000);

inProof(
  "a payment that is not taken says why where it was tried, and can be tried again",
  async () => {
    await using stage = await start();
    const { ann, path, way, seen, settle } = stage;
    const { page } = ann;
    const mood = { chainId: BASE_SEPOLIA, isRefusing: false };
    await giveWallet(page, poor, mood);
    await page.goto(path);
    const bar = page.getByRole("region", { name: "Pay 0.50 USDC?" });
    const pay = bar.getByRole("button", { name: "Pay with my wallet" });
    const why = bar.getByRole("alert");
    await pay.click();
    await why.getByText(`${poor.address} has 0.00 USDC`).waitFor();
    way.isCut = true;
    await pay.click();
    await why.getByText("the chain's node isn't responding").waitFor();
    expect(await why.count()).toBe(1);
    way.isCut = false;
    await anvil.mint(poor.address, 500_000);
    await pay.click();
    await page.getByText("The payment is on its way").first().waitFor();
    await settle();
    const { conversation } = await seen(ann);
    expect(conversation.payment.status).toBe("held");
  },
  60_000,
);
