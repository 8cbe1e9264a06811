import { expect, setDefaultTimeout, test } from "bun:test";
import type { TestService } from "../harness.ts";
import {
  newDevice,
  signUpThrough,
  startChromium,
  startPages,
} from "./chromium.ts";

setDefaultTimeout(60_000);

/** Calls a tool as a program that holds nothing but the token. */
async function callTool(
  s: TestService,
  token: string,
  call: { readonly name: string; readonly arguments: object },
) {
  return await s.fetch("/api/mcp", {
    method: "POST",
    token,
    headers: { accept: "application/json, text/event-stream" },
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
  });
}

test("a person makes a Draft-only credential, a program uses it over MCP, and revoked it is dead", async () => {
  const browser = await startChromium();
  await using service = await startPages();
  await using device = await newDevice(browser, service, {
    viewport: { width: 390, height: 800 },
  });
  const { page } = device;
  const addresses: string[] = [];
  page.on("request", (request) => void addresses.push(request.url()));
  await signUpThrough(service, page, "alice");
  await page.getByRole("link", { name: "Access", exact: true }).click();
  await page.getByText("None yet.", { exact: true }).waitFor();
  await page.getByLabel("Name").fill("<b>Notes</b>");
  await page.getByRole("radio", { name: "Draft only" }).check();
  await page.getByLabel("Expires").selectOption("In 30 days");
  await page.getByRole("button", { name: "Create credential" }).click();
  const shownToken = page.getByRole("region", { name: "Token", exact: true });
  const token = (await shownToken.textContent()) ?? "";
  expect(token).toStartWith("svc_");
  await page.getByRole("tab", { name: "Other MCP clients" }).click();
  const shown = await page
    .getByRole("region", { name: "Text for Other MCP clients" })
    .textContent();
  expect(JSON.parse(shown ?? "").mcpServers.inbox).toEqual({
    type: "http",
    url: `${service.baseUrl}/api/mcp?names=underscore`,
    headers: { Authorization: `Bearer ${token}` },
  });

  const draft = { title: "A note", text: "To myself" };
  const create = (more: object) =>
    callTool(service, token, {
      name: "svc.create_conversation",
      arguments: { ...draft, ...more },
    });
  const written = await (await create({ submit: false })).json();
  expect(written.result.structuredContent.conversationId).toStartWith("cnv_");
  const sent = await create({ to: ["bob@example.org"], submit: true });
  expect(await sent.text()).toContain("insufficient_scope");

  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.reload();
  const entry = page.getByRole("region", { name: "<b>Notes</b>" });
  await entry.getByText("Draft only", { exact: true }).waitFor();
  expect(await entry.textContent()).toContain("from 127.0.0.1. Expires ");
  expect(await page.content()).not.toContain(token);
  expect(
    await page.evaluate(
      "document.documentElement.scrollWidth > document.documentElement.clientWidth",
    ),
  ).toBe(false);
  await entry.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Ended (1)").waitFor();
  expect((await create({ submit: false })).status).toBe(401);
  expect(addresses.join()).not.toContain(token);
  expect(service.logged.join()).not.toContain(token);
  expect(device.complaints).toEqual([]);
});
