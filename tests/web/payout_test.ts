import { expect, test } from "bun:test";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import type { Hex } from "../../src/core/base/rails/chain.ts";
import { startPages } from "../auth/chromium.ts";
import { plainPerson } from "./plain/plain_person.ts";

test("a person reads that nobody can pay them, says where they are paid, and names the currency of a price", async () => {
  await using key = await operatorKeyFile();
  await using service = await startPages({
    ...{ RAIL: "ledger,x402", ...chainEnv("http://127.0.0.1:9", key.path) },
  });
  using ann = await plainPerson(service, "ann");
  const { page } = ann;
  await page.goto("/settings/prices");
  const card = page.getByRole("form", { name: "Payout address" });
  await card.getByText("Add a wallet to get paid in USDC").waitFor();
  // Prices for others are in the currency that is meant where none is named.
  await page.getByText("Price in USDC (TEST)").first().waitFor();
  const field = card.getByLabel("Wallet address");
  await field.fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD");
  await card.getByRole("button", { name: "Save address" }).click();
  await page.getByText("the address has a typo").first().waitFor();
  // A wallet elsewhere signs the text that stands there.
  const { account } = wallet(79_001);
  await field.fill(account.address);
  await card.getByRole("button", { name: "Save address" }).click();
  const text = card.getByRole("region", { name: "Text to sign" });
  const message = (await text.textContent()) ?? "";
  expect(message).toContain(ann.address);
  const signature = await account.signMessage({ message });
  await card.getByLabel("Signature").fill(signature);
  await card.getByRole("button", { name: "Save with signature" }).click();
  await page.getByText("Saved").first().waitFor();
  await card
    .getByText("Add a wallet to get paid")
    .waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe(account.address);
  expect(await card.getByRole("button", { name: "Get paid to" }).count()).toBe(
    0,
  );

  // A wallet of the browser names its account and signs at one press, or is refused.
  const own = wallet(79_002).account;
  let isRefusing = true;
  page.give({
    ethereum: {
      async request(it: { method: string; params?: readonly Hex[] }) {
        if (it.method === "eth_requestAccounts") return [own.address];
        if (it.method !== "personal_sign" || isRefusing) {
          throw Object.assign(new Error(), { code: 4001 });
        }
        const raw = it.params?.[0] ?? "0x";
        return await own.signMessage({ message: { raw } });
      },
    },
  });
  await page.goto("/settings/prices");
  const once = card.getByRole("button", { name: "Get paid to my wallet" });
  await once.click();
  await card.getByText("You declined in your wallet").waitFor();
  isRefusing = false;
  const taken = page.waitForResponse(
    (it) => it.url().endsWith("/v1/payout-address") && it.ok(),
  );
  await once.click();
  await taken;
  const seen = await service.fetch("/v1/account", { token: ann.token });
  const { payout } = await seen.json();
  expect(payout.address).toBe(own.address);

  // Where the service takes both, a price says which it is in.
  const { token } = ann;
  const json = { to: ["cleo@mail.example"], text: "Hi", price: "1" };
  const post = { method: "POST", token, json };
  const draft = await (await service.fetch("/v1/conversations", post)).json();
  await page.goto(`/compose/${draft.conversationId}`);
  const currency = page.getByLabel("Currency");
  await currency.waitFor();
  expect(await currency.inputValue()).toBe("TEST");
  await currency.selectOption("USDC");
  await page.getByText("Saved as a draft").waitFor();
  const path = `/v1/conversations/${draft.conversationId}`;
  const kept = await (await service.fetch(path, { token })).json();
  expect(kept.conversation.payment.rail).toBe("x402");
}, 60_000);
