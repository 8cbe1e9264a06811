import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { keepChain } from "../../src/core/loops/chain_keeper.ts";
import { intentStore } from "../../src/core/payments/chain/intent_store.ts";
import { payoutStore } from "../../src/core/payments/payout_store.ts";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { Anvil } from "../core/payments/chain/anvil.ts";
import { startAnvil } from "../core/payments/chain/anvil.ts";
import { chainEnv, operatorKeyFile } from "../core/payments/chain/chain_env.ts";
import { OPERATOR, PAYEE, wallet } from "../core/payments/chain/stage.ts";
import { json } from "../harness.ts";
import { person } from "./person.ts";

let anvil: Anvil;
let browser: Browser;
const payer = wallet(8_800);

beforeAll(async () => {
  [anvil, browser] = await Promise.all([startAnvil(), startChromium()]);
  await anvil.mint(payer.address, 1_000_000);
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
}, 30_000);
afterAll(() => anvil?.[Symbol.asyncDispose]());

const PASSES_MAX = 20;

test("a person pays by the wallet of the browser: refused, on another chain, signed, final", async () => {
  await using key = await operatorKeyFile();
  const env = { RAIL: "x402", ...chainEnv(anvil.url, key.path) };
  await using service = await startPages(env);
  const { services } = service;
  const bob = await service.addAccount("bob");
  await services.db.commit([
    payoutStore(services.db).put(bob.accountId, PAYEE, 0),
  ]);
  await using ann = await person(browser, service, "ann");
  const { page, token } = ann;
  const made = await service.fetch("/v1/conversations", {
    ...{ method: "POST", token },
    json: { to: [bob.address], text: "Hi Bob", price: "0.50", submit: true },
  });
  const { conversationId } = await json(made);
  const path = `/c/${conversationId}`;
  await page.goto(path);
  await page.getByText("This browser has no wallet").waitFor();

  /** What the wallet of the page does when it is asked. */
  const mood = { chainId: "0x1", isRefusing: true };
  await page.exposeFunction(
    "askWallet",
    async (method: string, params: readonly string[]) => {
      if (method === "eth_requestAccounts") return [payer.account.address];
      if (method === "eth_chainId") return mood.chainId;
      if (method !== "eth_signTypedData_v4" || mood.isRefusing)
        return "refused";
      const typed = JSON.parse(params[1] ?? "");
      return await payer.account.signTypedData(typed);
    },
  );
  await page.addInitScript(`window.ethereum = {
    async request({ method, params }) {
      const answer = await window.askWallet(method, params);
      if (answer === "refused") throw Object.assign(new Error(), { code: 4001 });
      return answer;
    },
  }`);
  await page.reload();
  const pay = page.getByRole("button", { name: "Pay with my wallet" });
  await pay.click();
  await page.getByText("Your wallet is on another network").waitFor();
  mood.chainId = "0x14a34";
  await pay.click();
  await page.getByText("You refused it in your wallet").waitFor();
  mood.isRefusing = false;
  await pay.click();
  await page.getByText("The payment is on its way").first().waitFor();
  const desk = services.chain?.desk(services);
  if (!desk) throw new Error("No chain is set");
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    await keepChain(services, desk);
    const open = await intentStore(services.db).page("open", "");
    if (open.length === 0) break;
    await anvil.finalise();
  }
  await page.getByText("0.50 USDC held").first().waitFor();
  const seen = await service.fetch(`/v1/conversations/${conversationId}`, bob);
  expect((await json(seen)).state).toBe("submitted");
  expect(ann.complaints).toEqual([]);
}, 60_000);
