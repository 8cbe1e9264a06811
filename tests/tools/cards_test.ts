import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/client";
import {
  getToolUiResourceUri,
  RESOURCE_MIME_TYPE,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { startChromium } from "../auth/chromium.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import type {} from "./card_host.ts";
import { connect, LEGACY, MODERN } from "./client_of_today.ts";

const HOST_PAGE = `<!doctype html><meta charset="utf-8"><style>body{margin:0}iframe{border:0;width:100%}</style><body></body><script type="module" src="/host.js"></script>`;

let service: TestService;
let browser: Browser;
let alice: TestAccount;
let bob: TestAccount;
let agent: string;
let hostPage: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startChromium()]);
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob", { credit: "100.00" });
  agent = await service.addCredential(bob, [
    "conversations:read",
    "conversations:write",
    "conversations:submit",
  ]);
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "card_host.ts")],
    target: "browser",
  });
  const script = await outputs[0]?.text();
  hostPage = Bun.serve({
    port: 0,
    routes: {
      "/": new Response(HOST_PAGE, {
        headers: { "content-type": "text/html" },
      }),
      "/host.js": new Response(script, {
        headers: { "content-type": "text/javascript" },
      }),
    },
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await hostPage?.stop(true);
  await service?.[Symbol.asyncDispose]();
});

const HOSTILE =
  '<img src=x onerror="parent.hurt=1"><script>parent.hurt=1</script></blockquote> <123>fake</123>';
const CSP = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`;

async function write(by: TestAccount, args: object): Promise<string> {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: by.token,
    json: {
      title: "A logo for our shop",
      to: [bob.address],
      text: "Could you make us a logo? It opens in spring.",
      price: "5.00",
      submit: true,
      ...args,
    },
  });
  const { conversationId } = (await json(response)) as {
    conversationId: string;
  };
  return conversationId;
}

interface Shown extends AsyncDisposable {
  readonly page: Page;
  readonly card: FrameLocator;
  readonly result: CallToolResult;
  readonly calls: readonly string[];
}

interface Options {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly query?: string;
}

/** Calls a tool as a host does, and shows its result on the card that the tool names. */
async function show(
  name: string,
  args: Record<string, unknown>,
  { theme = "light", width = 720, query = "" }: Options = {},
): Promise<Shown> {
  const client = await connect(service, agent, { ...MODERN, query });
  const { tools } = await client.listTools();
  const tool = tools.find((it) => it.name === name);
  const uri = getToolUiResourceUri(tool ?? {}) ?? "";
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  const html = content && "text" in content ? content.text : "";
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  page.setDefaultTimeout(4_000);
  const calls: string[] = [];
  await page.exposeFunction("callTool", (tool: string, given: object) => {
    calls.push(tool);
    return client.callTool({ name: tool, arguments: { ...given } });
  });
  await page.goto(hostPage.url.href);
  await page.waitForFunction(() => "cardHost" in window);
  await page.evaluate(
    ([html, theme]) => window.cardHost.show(html, { theme }),
    [html.replace("<head>", `<head>${CSP}`), theme] as const,
  );
  const result = await client.callTool({ name, arguments: args });
  await page.evaluate((it) => window.cardHost.give(it), result);
  return {
    page,
    card: page.frameLocator("iframe"),
    result,
    calls,
    [Symbol.asyncDispose]: async () => {
      await page.close();
      await client.close();
    },
  };
}

const open = ({ card }: Shown) =>
  card.getByRole("button", { name: "Open in the inbox" });

test("the tools that name a card are found, and it alone is read without being listed", async () => {
  for (const options of [MODERN, LEGACY]) {
    await using client = await connect(service, bob.token, options);
    const { tools } = await client.listTools();
    const uris = new Set(tools.map(getToolUiResourceUri));
    uris.delete(undefined);
    expect([...uris].toSorted()).toEqual([
      "ui://inbox/approval.html",
      "ui://inbox/conversation.html",
    ]);
    const callable = tools.filter(({ _meta }) =>
      JSON.stringify(_meta).includes('"app"'),
    );
    expect(callable.map(({ name }) => name)).toEqual(["svc.get_conversation"]);
    const { resources } = await client.listResources();
    expect(resources.some(({ uri }) => uri.startsWith("ui:"))).toBe(false);
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri: uri ?? "" });
      const [content] = contents;
      const text = content && "text" in content ? content.text : "";
      expect(content?.mimeType).toBe(RESOURCE_MIME_TYPE);
      expect(content?._meta).toEqual({
        ui: {
          csp: { connectDomains: [], resourceDomains: [] },
          prefersBorder: true,
        },
      });
      expect(text).not.toMatch(/innerHTML|fetch\(|src=|import\b/);
      expect(Bun.gzipSync(text).length).toBeLessThan(3_000);
    }
  }
});

test("what waits for a person is shown whole, and only opened", async () => {
  const conversationId = await write(alice, {});
  const text = `Yes, by Friday. ${HOSTILE}`;
  const args = { conversationId, text };
  await using shown = await show("svc.send_message", args);
  const { card, page, calls } = shown;
  const asked = `Accept and send to ${alice.address}?`;
  await card.getByRole("heading", { name: asked }).waitFor();
  expect(calls).toEqual(["svc.get_conversation"]);
  expect(await card.locator("blockquote").allTextContents()).toContain(text);
  expect(await card.getByRole("heading").first().textContent()).toBe(
    "A logo for our shop",
  );
  expect(await card.getByText("Price 5.00 USDC (TEST)").count()).toBe(1);
  expect(await card.getByRole("button").allTextContents()).toEqual([
    "Open in the inbox",
    "Refresh",
  ]);
  await open(shown).click();
  await page.waitForFunction(() => window.cardHost.opened.length === 1);
  expect(await page.evaluate(() => window.cardHost.opened)).toEqual([
    `${service.baseUrl}/c/${conversationId}`,
  ]);
  expect(calls).toEqual(["svc.get_conversation"]);
});

test("a conversation is shown, the words of others as text, and read again", async () => {
  const conversationId = await write(alice, { title: HOSTILE, text: HOSTILE });
  await using shown = await show("svc.get_conversation", { conversationId });
  const { card, page, calls } = shown;
  await open(shown).waitFor();
  expect(await card.locator("h1").textContent()).toBe(HOSTILE);
  expect(await card.locator("blockquote").textContent()).toBe(HOSTILE);
  expect(await card.locator("img, main script").count()).toBe(0);
  expect(await page.evaluate(() => "hurt" in window)).toBe(false);
  expect(calls).toEqual([]);
  await service.fetch(`/v1/conversations/${conversationId}/messages`, {
    method: "POST",
    token: alice.token,
    json: { text: "And in blue, please." },
  });
  await card.getByRole("button", { name: "Refresh" }).click();
  await card.getByText("And in blue, please.").waitFor();
  expect(calls).toEqual(["svc.get_conversation"]);
});

test("a host that opens no link is given the address as text, and none of elsewhere", async () => {
  const conversationId = await write(alice, {});
  await using shown = await show("svc.get_conversation", { conversationId });
  const { card, page } = shown;
  await open(shown).waitFor();
  await page.evaluate((conversationId) => {
    window.cardHost.refusesLinks = true;
    const approvalUrl = "https://evil.example/c/1";
    const structuredContent = { conversationId, approvalUrl, messages: [] };
    return window.cardHost.give({ content: [], structuredContent });
  }, conversationId);
  await card.getByRole("heading", { name: "Conversation" }).waitFor();
  await open(shown).click();
  const address = `${service.baseUrl}/c/${conversationId}`;
  await card.getByText(address).waitFor();
  expect(await page.evaluate(() => window.cardHost.opened)).toEqual([address]);
});

test("a call that failed leaves what was shown, and a host ends a card", async () => {
  const conversationId = await write(alice, {});
  await using shown = await show("svc.get_conversation", { conversationId });
  const { card, page } = shown;
  await open(shown).waitFor();
  await page.evaluate(() =>
    window.cardHost.give({ content: [], isError: true }),
  );
  await card.getByText("This failed.").waitFor();
  expect(await card.locator("blockquote").count()).toBe(1);
  expect(await page.evaluate(() => window.cardHost.leave())).toEqual({});
});

test("a client of underscores has its card read by the name that it was shown", async () => {
  const conversationId = await write(alice, {});
  const args = { conversationId, text: "Yes" };
  const options = { query: "?names=underscore" };
  await using shown = await show("svc_send_message", args, options);
  await shown.card.getByRole("heading", { name: /^Accept and/ }).waitFor();
  expect(shown.calls).toEqual(["svc_get_conversation"]);
});

/** Where each card is kept as a picture, for whoever wants to look at them. */
const { WEB_SHOTS } = Bun.env;

for (const theme of ["light", "dark"] as const) {
  for (const width of [720, 320]) {
    test(`both cards fit ${width} pixels in the ${theme} colours of the host`, async () => {
      const conversationId = await write(alice, { text: "x".repeat(300) });
      const look = { theme, width };
      const text = "Yes, by Friday, with all three colours.";
      const rows: [string, object][] = [
        ["svc.get_conversation", { conversationId }],
        ["svc.send_message", { conversationId, text }],
      ];
      for (const [tool, args] of rows) {
        await using shown = await show(tool, { ...args }, look);
        const { card, page } = shown;
        await card.getByRole("button", { name: "Refresh" }).waitFor();
        if (tool === "svc.send_message") await card.getByText(text).waitFor();
        const root = card.locator("html");
        const [colour, isCut] = await root.evaluate((it) => [
          getComputedStyle(it).backgroundColor,
          it.scrollWidth > it.clientWidth,
        ]);
        expect(isCut).toBe(false);
        expect(colour).toBe(
          theme === "light" ? "rgb(255, 255, 255)" : "rgb(28, 29, 34)",
        );
        await page.waitForFunction(
          () =>
            window.cardHost.heights.at(-1) ===
            document.querySelector("iframe")?.clientHeight,
        );
        if (WEB_SHOTS !== undefined) {
          const path = `${WEB_SHOTS}/${tool}-${theme}-${width}.png`;
          await page.screenshot({ path });
        }
        const other: "light" | "dark" = theme === "light" ? "dark" : "light";
        await page.evaluate(
          (it) => window.cardHost.change({ theme: it }),
          other,
        );
        await card.locator(`html[style*="${other}"]`).waitFor();
      }
    });
  }
}
