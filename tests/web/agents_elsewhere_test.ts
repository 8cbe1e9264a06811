import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { SdkAgent } from "../core/federation/sdk_agent.ts";
import { startSdkAgent } from "../core/federation/sdk_agent.ts";
import type { TestService } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;
let agent: SdkAgent;

beforeAll(async () => {
  service = await startPages({ ALLOW_LOOPBACK_FETCH: "true" });
  agent = await startSdkAgent();
}, 30_000);

afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

test("an agent's card is a recipient: what it says of itself is read before it is sent", async () => {
  using mia = await plainPerson(service, "mia");
  const { page } = mia;
  await page.goto("/compose");
  const to = page.getByLabel("To", { exact: true });
  await to.fill(agent.card);
  await to.press("Enter");
  const note = page.getByRole("region", { name: "About Scribe" });
  await note.waitFor();
  expect(await note.textContent()).toContain("Writes things down.");
  expect(await note.textContent()).toContain("Its description isn't signed.");
  await page.getByLabel("Message", { exact: true }).fill("Write this down.");
  await page
    .getByText("is at another service, which gets the message and its files.")
    .waitFor();
}, 30_000);

test("a card that cannot be read is said at its recipient", async () => {
  using ned = await plainPerson(service, "ned");
  const { page } = ned;
  await page.goto("/compose");
  const to = page.getByLabel("To", { exact: true });
  await to.fill("http://localhost:1/card.json");
  await to.press("Enter");
  await page.getByText("No agent can be reached at localhost:1.").waitFor();
}, 30_000);

test("a message that waits for another service says so beside its names", async () => {
  using ida = await plainPerson(service, "ida");
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: ida.token,
    json: { to: agent.card, title: "Note", text: "Write this.", submit: true },
  });
  const { conversationId } = await answer.json();
  await ida.page.goto(`/c/${conversationId}`);
  const line = ida.page.locator("summary");
  await line.waitFor();
  expect(await line.textContent()).toContain("On its way to their service");
}, 30_000);
