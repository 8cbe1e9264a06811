import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Browser, Page } from "playwright-core";
import type { ServerProcess } from "../../../scripts/server_process.ts";
import { startProcess } from "../../../scripts/server_process.ts";
import { startedScript } from "../../../scripts/started_script.ts";
import { newDevice, startChromium } from "../../auth/chromium.ts";
import { inProof } from "../../proof.ts";
import { check } from "../axe.ts";
import { readOn } from "../read_on.ts";
import { waitInPage } from "../wait_in_page.ts";

let service: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  const script = await startedScript();
  [service, browser] = await Promise.all([
    startProcess({ script }),
    startChromium(),
  ]);
}, 60_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const EMAIL = "nora@mail.example";

const ADDRESS = "nora@inbox.localhost";

/** Signs up as the README says: the code stands on the service's terminal. */
async function signUp(service: ServerProcess, page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await waitInPage(page, async () =>
    (await navigator.clipboard.readText()).includes("agent-card.json"),
  );
  await page.getByRole("link", { name: "Create an inbox" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Code").waitFor();
  const [code = ""] = await service.shown(/\b\d{6}\b/);
  // The script of the next page comes late: what one has typed by then counts, too.
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
  await page.route(/\/address\.js/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Your name").fill("Nora");
  const address = page.getByLabel("Your address");
  await address.fill("hello");
  typed();
  await page.getByText("This address is reserved.").waitFor();
  await address.fill("No Good");
  await page.getByText("Use lowercase letters").waitFor();
  await page.getByRole("button", { name: "nora", exact: true }).click();
  await page.getByText(`${ADDRESS} is free.`).waitFor();
  const here = await page.evaluate(
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  expect(await page.locator("[name=timeZone]").inputValue()).toBe(here);
  await page.getByRole("button", { name: "Open my inbox" }).click();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
}

/** Makes a credential and connects with the very text that the page shows. */
async function connect(page: Page): Promise<Client> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Access", exact: true }).click();
  await page.getByLabel("Name").fill("My assistant");
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByRole("tab", { name: "Other MCP clients" }).click();
  const snippet = await page
    .getByRole("region", { name: "Text for Other MCP clients" })
    .textContent();
  const { url, headers } = JSON.parse(snippet ?? "").mcpServers.inbox;
  const client = new Client({ name: "assistant", version: "1" });
  const requestInit = { headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit }),
  );
  await page.getByRole("button", { name: "I've saved it" }).click();
  return client;
}

async function titlesOf(client: Client): Promise<string> {
  const result = await client.callTool({
    name: "svc.list_conversations",
    arguments: { view: "needs_you" },
  });
  expect(result.isError ?? false).toBe(false);
  return JSON.stringify(result.structuredContent);
}

test("a newcomer signs up, connects an assistant, and answers a paid request", async () => {
  await using device = await newDevice(browser, service, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = device;
  await signUp(service, page);
  const client = await connect(page);
  await page.getByRole("link", { name: /^Needs you/ }).click();
  await page.getByRole("link", { name: /A slogan for the bakery/ }).click();
  expect(await titlesOf(client)).toContain("A slogan for the bakery");
  const card = page.getByRole("region", { name: /^Accept the request/ });
  await card
    .getByText(/5\.00 USDC/)
    .first()
    .waitFor();
  await readOn(page);
  await card.getByRole("button", { name: "Accept", exact: true }).click();
  await card.waitFor({ state: "detached" });
  await page.getByLabel("Your reply").fill("Rise early, rise well.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByRole("button", { name: /^Sign and receive/ }).click();
  await page.getByText("5.00 is yours", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByText("1,005.00").first().waitFor();
  expect(await titlesOf(client)).not.toContain("A slogan for the bakery");
  await client.close();
  expect(device.complaints).toEqual([]);
}, 60_000);

inProof(
  "the documentation is read by the keyboard: search, languages, copying; and stands without a script",
  async () => {
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(`${service.baseUrl}/docs/quick_start/rest`);
    await check(page, "quick start");
    const visible = (name: string) =>
      page.locator(`figure[data-language="${name}"]:visible`).count();
    expect(await visible("sh")).toBeGreaterThan(2);
    expect(await visible("python")).toBe(0);
    await page.getByRole("button", { name: "Python" }).first().press("Enter");
    expect(await visible("sh")).toBe(0);
    expect(await visible("python")).toBeGreaterThan(2);
    await page
      .locator('figure[data-language="python"]:visible')
      .first()
      .getByRole("button", { name: "Copy" })
      .press("Enter");
    await waitInPage(page, async () =>
      (await navigator.clipboard.readText()).startsWith("import json, os"),
    );

    await page.keyboard.press("/");
    await page.keyboard.type("asking for a refund");
    await page.getByRole("link", { name: /^Asking for a refund/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/money#asking-for-a-refund");
    // The language is kept from page to page.
    await page.goto(`${service.baseUrl}/docs/rest/money`);
    expect(await visible("python")).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, "routes on a telephone", ["light"]);
    await page.getByRole("link", { name: "Contents" }).click();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: "Webhooks", exact: true })
      .first()
      .waitFor();

    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(`${service.baseUrl}/docs/quick_start/rest`);
    expect(
      await still.locator("figure[data-language]:visible").count(),
    ).toBeGreaterThan(10);
    await still.getByRole("searchbox").fill("idempotency");
    await still.keyboard.press("Enter");
    await still.waitForURL("**/docs/search?q=idempotency");
    await still.locator(".found a").first().waitFor();
    await Promise.all([context.close(), plain.close()]);
  },
  60_000,
);
