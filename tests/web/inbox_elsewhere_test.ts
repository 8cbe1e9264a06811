import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/server_process.ts";
import { Deliveries } from "../../src/core/loops/deliver.ts";
import { setDomainRule } from "../../src/core/operations/set_domain_rule.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let here: TestService;
let there: TestService;
let bob: TestAccount;

beforeAll(async () => {
  const port = freePort();
  const open = { FEDERATION: "open", ALLOW_LOOPBACK_FETCH: "true" };
  here = await startPages({
    ...open,
    FEDERATION_HOSTS: `b.example=http://localhost:${port}`,
  });
  there = await startService({
    ...{ port, hostname: "localhost", isRealTime: true },
    env: {
      ...open,
      ADDRESS_DOMAIN: "b.example",
      FEDERATION_HOSTS: `inbox.localhost=${here.baseUrl}`,
    },
  });
  bob = await there.addAccount("bob");
}, 30_000);

afterAll(async () => {
  await here?.[Symbol.asyncDispose]();
  await there?.[Symbol.asyncDispose]();
});

test("an address elsewhere is an inbox there, whose service signed what it says of it", async () => {
  using mia = await plainPerson(here, "mia");
  const { page } = mia;
  await page.goto("/compose");
  const to = page.getByLabel("To", { exact: true });
  await to.fill("bob@b.example");
  await to.press("Enter");
  const note = page.getByRole("region", { name: "About bob" });
  await note.waitFor();
  const { host } = new URL(there.baseUrl);
  expect(await note.textContent()).toContain(
    `An inbox at ${host}. Its service signed this description.`,
  );
  // All that is sold there can be ordered from here.
  const logo = { title: "A logo", price: "7.00" };
  const put = { method: "PUT", token: bob.token, json: logo };
  await there.fetch("/v1/offers/logo", put);
  await page.goto("/compose?to=bob@b.example");
  const offers = page.getByLabel("Order an offer");
  await offers.getByText("A logo · 7.00 USDC").waitFor();
  await offers.selectOption("logo");
  const order = page.getByRole("region", { name: "Order" });
  await order.getByText("7.00 USDC · paid when they reply").waitFor();
}, 30_000);

test("a first message from elsewhere names the service that it comes from, and its readers there", async () => {
  using ned = await plainPerson(here, "ned");
  const sent = await there.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: { to: ned.address, title: "Hello", text: "From afar.", submit: true },
  });
  expect(sent.status).toBe(201);
  const deliveries = new Deliveries(there.services);
  await deliveries.pass();
  await deliveries.idle();
  const listed = await here.fetch("/v1/conversations?view=requests", {
    token: ned.token,
  });
  const { conversations } = await listed.json();
  await ned.page.goto(`/c/${conversations[0].conversationId}`);
  const { host } = new URL(there.baseUrl);
  await ned.page
    .locator("summary")
    .getByText(`at ${host}`, { exact: true })
    .waitFor();
  await ned.page.getByRole("button", { name: /^Write a reply/ }).click();
  // The sender may have copied in others, whom only that service knows.
  await ned.page
    .getByText(`, and anyone copied in at ${host}, can see this.`)
    .waitFor();
  // Once accepted, too, and in the list.
  const id = conversations[0].conversationId;
  const accepted = await here.fetch(`/v1/conversations/${id}/decisions`, {
    method: "POST",
    token: ned.token,
    json: { decision: "approve" },
  });
  expect(accepted.status).toBe(200);
  await ned.page.goto("/");
  const row = ned.page.locator(`[data-row="${id}"]`);
  await row.waitFor();
  expect(await row.textContent()).toContain(`at ${host}`);
  await row.click();
  await ned.page
    .locator("summary")
    .getByText(`at ${host}`, { exact: true })
    .waitFor();
}, 30_000);

test("the row of a request that reached nobody says so, and its thread why", async () => {
  using ida = await plainPerson(here, "ida");
  const sent = await here.fetch("/v1/conversations", {
    method: "POST",
    token: ida.token,
    json: { to: "bob@b.example", title: "Lost", text: "Hello?", submit: true },
  });
  expect(sent.status).toBe(201);
  const { conversationId } = await sent.json();
  await here.operate(setDomainRule, { domain: "b.example", rule: "block" });
  const deliveries = new Deliveries(here.services);
  await deliveries.pass();
  await deliveries.idle();
  await ida.page.goto("/");
  await ida.page.getByText("Not delivered", { exact: true }).waitFor();
  await ida.page.goto(`/c/${conversationId}`);
  const why =
    "This service doesn't exchange messages with theirs. Ask its operator to allow it.";
  await ida.page
    .getByText(`The message reached none of the recipients. ${why}`)
    .waitFor();
}, 30_000);
