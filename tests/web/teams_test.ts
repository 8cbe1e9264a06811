import { afterAll, beforeAll, expect, test } from "bun:test";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { over } from "../rest/team.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("a person makes a team, adds a member, who answers in its inbox and is removed", async () => {
  using mira = await plainPerson(service, "mira");
  using jon = await plainPerson(service, "jon");
  const { page } = mira;
  await page.goto("/settings/team");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  const own = page.getByRole("menuitem", { name: "Your own inbox" });
  expect(await own.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByLabel("Team name").fill("Sales");
  await page.getByLabel("Address", { exact: true }).fill("chairs");
  await page.getByRole("button", { name: "Create team" }).click();
  await page.getByRole("button", { name: "Open the inbox of Sales" }).waitFor();

  const as = "?as=chairs@inbox.localhost";
  await page.goto(`/settings/team${as}`);
  await page.getByLabel("Address", { exact: true }).fill(jon.address);
  await page.getByLabel("Decides and pays up to").fill("10");
  await page.getByRole("button", { name: "Add member" }).click();
  const item = page.getByRole("region", { name: "jon" });
  await item.getByText(/up to 10\.00 USDC without asking/).waitFor();

  await page.goto("/settings/rules");
  await page.getByLabel("Assign to members in turn").check();
  await page.getByLabel("jon", { exact: true }).check();
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByText(`assign to ${jon.address}`).waitFor();
  await page.goto("/settings/team");

  const bob = await service.addAccount("bob", { name: "Bob" });
  const asked = await service.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: {
      ...{ to: ["chairs@inbox.localhost"], title: "Chairs", text: "Two?" },
      submit: true,
    },
  });
  const { conversationId } = await json(asked);
  await jon.page.goto(`/c/${conversationId}${as}`);
  await jon.page.getByRole("button", { name: /^Account/ }).click();
  await jon.page.getByRole("menuitem", { name: "Sales" }).waitFor();
  await jon.page.keyboard.press("Escape");
  await jon.page.getByRole("button", { name: "Write a reply" }).click();
  await page.goto(`/c/${conversationId}${as}`);
  await page.getByRole("button", { name: "Write a reply" }).click();
  await page.getByLabel("Your reply").fill("We have two.");
  await jon.page.getByText("mira is replying").waitFor();
  await jon.page.getByLabel("Your reply").fill("Three are left.");
  await page.getByText("jon is replying").waitFor();
  await jon.page.getByRole("button", { name: "Send reply" }).click();
  await page
    .getByRole("article", { name: "Message from jon, for Sales" })
    .waitFor();
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText(/replied while you were writing/).waitFor();
  await page.getByRole("button", { name: "Send anyway" }).click();
  await page
    .getByRole("article", { name: "Message from mira, for Sales" })
    .waitFor();
  await jon.page
    .getByRole("article", { name: "Message from jon, for Sales" })
    .waitFor();

  await jon.page.getByRole("button", { name: "More actions" }).click();
  await jon.page.getByRole("menuitem", { name: "Assign" }).click();
  expect(await jon.page.getByLabel("jon (you)").isChecked()).toBe(true);
  await jon.page.getByRole("button", { name: "Done" }).click();
  await jon.page.getByRole("button", { name: "More actions" }).click();
  await jon.page.getByRole("menuitem", { name: "Internal note" }).click();
  await jon.page.getByLabel("Note", { exact: true }).fill("Ask the store.");
  await jon.page.getByRole("button", { name: "Add note" }).click();
  await jon.page.getByText(/· Internal note/).waitFor();
  await jon.page.getByRole("link", { name: "Assigned to me" }).click();
  await jon.page.getByRole("link", { name: /Chairs/ }).waitFor();

  await page.goto("/settings/team");
  await item.getByRole("button", { name: "Remove jon" }).click();
  await item.waitFor({ state: "detached" });
  const after = await service.fetch(`/v1/conversations/${conversationId}`, {
    token: jon.token,
    headers: { "svc-act-as": "chairs@inbox.localhost" },
  });
  expect(after.status).toBe(403);
  expect(mira.complaints).toEqual([]);
}, 60_000);

test("a person lets another decide, who sees only what waits, decides it, and is removed", async () => {
  using ann = await plainPerson(service, "ann");
  using bo = await plainPerson(service, "bo");
  const { page } = ann;
  await page.goto("/settings/absence");
  const form = page.getByRole("form", { name: "Let somebody decide for you" });
  await form.getByLabel("Address").fill(bo.address);
  await form.getByLabel("Up to").fill("10");
  await form.getByLabel("Reason (optional)").fill("On leave");
  await page.getByRole("button", { name: "Let them decide" }).click();
  await page.getByText(/up to 10\.00 USDC · On leave/).waitFor();
  await page.getByLabel("Back on").fill("2040-01-01T10:00");
  await page.getByLabel("Stands in for me").selectOption("bo");
  await page.getByRole("button", { name: "Set absence" }).click();
  await page.getByText(/is told at once/).waitFor();

  await bo.page.goto(`/compose?to=${ann.address}`);
  await bo.page.getByText(/away until/).waitFor();
  const cy = await service.addAccount("cy", { name: "Cy", credit: "50.00" });
  for (const [title, price] of [
    ["Small", "5.00"],
    ["Large", "20.00"],
  ] as const) {
    await service.fetch("/v1/conversations", {
      ...{ method: "POST", token: cy.token },
      json: { to: [ann.address], title, text: "Two?", price, submit: true },
    });
  }
  await bo.page.goto("/inbox");
  await bo.page.getByRole("button", { name: /^Account/ }).click();
  await bo.page.getByRole("menuitem", { name: "Decide for ann" }).waitFor();
  await bo.page.keyboard.press("Escape");
  await bo.page.goto(`/needs-you?as=${ann.address}`);
  await bo.page.getByText(/On leave/).waitFor();
  const small = bo.page.getByRole("link", { name: /Small/ });
  await small.waitFor();
  expect(await bo.page.getByRole("link", { name: /Large/ }).count()).toBe(0);
  await small.click();
  await bo.page.getByRole("button", { name: /^Accept/ }).waitFor();
  const others = ["Archive", "More actions", "Write a reply", "New request"];
  for (const name of others) {
    expect(await bo.page.getByRole("button", { name }).count()).toBe(0);
  }
  await bo.page.getByRole("button", { name: /^Accept/ }).click();
  await bo.page.getByText("waits for your decision").waitFor();
  await page.getByRole("button", { name: "Remove bo" }).click();
  await page.getByText("bo decides for you no longer").waitFor();
});

test("an owner sets how many approve, and a card counts who did and who is left", async () => {
  using una = await plainPerson(service, "una");
  using max = await plainPerson(service, "max");
  const own = over(service, una.token);
  const made = { displayName: "Buying", localPart: "buying" };
  const { team } = await own("POST", "/v1/teams", made);
  const amount = "500.00";
  await service.operate(creditAccount, { accountId: team.id, amount });
  await service.addAccount("ivo", { name: "ivo" });
  const asUna = over(service, una.token, team.address);
  for (const address of [max.address, "ivo@inbox.localhost"]) {
    await asUna("PUT", `/v1/members/${address}`, { role: "manager" });
  }
  const { page } = una;
  await page.goto(`/settings/team?as=${team.address}`);
  const form = page.getByRole("form", { name: "Approvals" });
  await form.getByLabel("Money above").fill("100");
  await form.getByLabel("People who approve it").fill("3");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText(/it takes 4/).waitFor();
  await form.getByLabel("People who approve it").fill("2");
  await form.getByLabel("Ask again after (hours)").fill("4");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Approvals saved").waitFor();

  const bob = await service.addAccount("seller", { name: "Seller" });
  const asMax = over(service, max.token, team.address);
  const asked = await asMax("POST", "/v1/conversations", {
    ...{ to: [bob.address], title: "Desks", text: "Ten.", price: "200.00" },
    submit: true,
  });
  const path = `/c/${asked.conversationId}?as=${team.address}`;
  await max.page.goto(path);
  await max.page.getByText(/0 of 2 so far/).waitFor();
  await max.page.getByText(/this is your own proposal/).waitFor();
  await page.goto(path);
  await page.getByText(/Can decide: .*ivo/).waitFor();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText(/1 of 2 so far/).waitFor();
  await page.getByText(/una approved/).waitFor();
  await page.getByText(/you did, and others have to/).waitFor();
  expect(una.complaints).toEqual([]);
});
