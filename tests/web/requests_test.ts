import { afterAll, beforeAll, expect, test } from "bun:test";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { offer } from "./offer.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** Looks at the page again after something else, such as a call to the operator. */
async function comeBack(page: PlainPage) {
  // It goes up to the window, as a browser's own does.
  await page.evaluate(
    "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
  );
}

test("a closed request goes on in a follow-up to the same people", async () => {
  using ann = await plainPerson(service, "ann");
  using ben = await plainPerson(service, "ben");
  await offer(ann, ben.address, "Cancel me");
  const { page } = ann;
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel the request" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel the request?" });
  await dialog.getByText("The held 5.00 USDC (TEST) goes back").waitFor();
  await dialog.getByLabel("Reason").fill("Changed my mind");
  await dialog.getByRole("button", { name: "Cancel the request" }).click();
  await page.getByText("Reason: Changed my mind").waitFor();
  await page.getByText("Returned to the sender").first().waitFor();
  await page.getByRole("link", { name: "Write a follow-up" }).click();
  expect(await page.getByLabel("Title").inputValue()).toBe("Re: Cancel me");
  await page.getByRole("button", { name: `Remove ${ben.address}` }).waitFor();
  expect(ann.complaints).toEqual([]);
}, 60_000);

test("a price that falls short is paid later, and a higher one is asked for, refused and granted", async () => {
  using lea = await plainPerson(service, "lea");
  using max = await plainPerson(service, "max");
  // More than Lea has: it waits for payment, and says so before and after.
  await lea.page.goto("/compose");
  await lea.page.getByLabel("To", { exact: true }).fill(`${max.address},`);
  await lea.page.getByLabel("Title").fill("A house");
  await lea.page.getByLabel("Message").fill("With a garden");
  await lea.page.getByLabel("Price").fill("1500");
  await lea.page.getByText("You have 1,000.00 USDC (TEST) and need").waitFor();
  await lea.page.getByRole("button", { name: "Send", exact: true }).click();
  await lea.page
    .getByText("it takes 1,500.00 USDC (TEST), and you have 1,000.00")
    .waitFor();
  const pay = lea.page.getByRole("button", { name: "Pay 1,500.00 USDC" });
  expect(await pay.getAttribute("aria-disabled")).toBe("true");
  // Until it is sent, a message would have no reader.
  expect(await lea.page.getByLabel("Your reply").count()).toBe(0);
  // Nothing was sent: it is where one goes on with it.
  await lea.page.getByRole("region", { name: "Drafts" }).waitFor();
  const { account } = await service.operate(findAccount, {
    account: lea.address,
  });
  await service.operate(creditAccount, {
    accountId: account.id,
    amount: "700.00",
  });
  await comeBack(lea.page);
  await pay.and(lea.page.locator('[aria-disabled="false"]')).click();
  await lea.page.getByText("Done: Held from the").first().waitFor();

  await max.page.goto("/needs-you");
  await max.page.getByRole("link", { name: /A house/ }).click();
  await readOn(max.page);
  await max.page.getByRole("button", { name: "Accept", exact: true }).click();
  await max.page
    .getByRole("region", { name: "Money" })
    .locator("summary")
    .click();
  const ask = async (price: string) => {
    await max.page
      .getByRole("button", { name: "Ask for a higher price" })
      .click();
    const dialog = max.page.getByRole("dialog");
    await dialog.getByLabel("Total price").fill(price);
    await dialog
      .getByRole("button", { name: "Ask for a higher price" })
      .click();
    await dialog.waitFor({ state: "detached" });
  };
  await ask("1600");
  const card = lea.page.getByRole("region", { name: /^Raise the price to/ });
  await card.getByRole("button", { name: "Details" }).click();
  await card
    .getByText("The price stays 1,500.00 USDC (TEST)")
    .first()
    .waitFor();
  await lea.page
    .getByText("200.00 USDC (TEST) now, 100.00 USDC (TEST) after.")
    .waitFor();
  await card.getByRole("button", { name: "Decline" }).click();
  await lea.page
    .getByRole("dialog")
    .getByRole("button", { name: "Decline", exact: true })
    .click();
  await card.waitFor({ state: "detached" });
  await ask("1550");
  await lea.page
    .getByText("200.00 USDC (TEST) now, 150.00 USDC (TEST) after.")
    .waitFor();
  await readOn(lea.page);
  await card.getByRole("button", { name: "Agree to the price" }).click();
  await max.page.getByText("1,550.00 USDC (TEST) held").first().waitFor();
  expect(lea.complaints).toEqual([]);
  expect(max.complaints).toEqual([]);
}, 60_000);

test("an archived conversation leaves at once and comes back with undo or when the service refuses", async () => {
  using carl = await plainPerson(service, "carl");
  const { page } = carl;
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Welcome to/ });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("e");
  await row.waitFor({ state: "detached" });
  await page.getByText("You're all caught up").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();

  await page.route("**/v1/conversations/cnv_*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await row.focus();
  await page.keyboard.press("e");
  const notices = page.getByRole("log", { name: "Notices" });
  await notices.getByText("Can't reach the service.").waitFor();
  await row.waitFor();
  // Nothing says any more that it was archived, or offers to undo it.
  expect(await notices.getByText("Archived").count()).toBe(0);
  expect(await notices.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await notices.getByRole("button", { name: "Dismiss" }).click();
  await notices.getByText("The service").waitFor({ state: "detached" });
}, 60_000);

test("a program is let in: its token is shown once and works, and stops when it is revoked", async () => {
  using gus = await plainPerson(service, "gus");
  const { page } = gus;
  await page.goto("/settings/access");
  await page.getByLabel("Name").fill("Claude");
  await page.getByRole("radio", { name: /^Reader/ }).check();
  await page.getByRole("button", { name: "Create credential" }).click();
  const token =
    (await page
      .getByRole("region", { name: "Token", exact: true })
      .textContent()) ?? "";
  expect(token).toMatch(/^svc_/);
  const snippet = page.getByRole("region", { name: "Text for Claude Code" });
  expect(await snippet.textContent()).toContain(
    `claude mcp add --transport http --scope user inbox "${service.baseUrl}/api/mcp?names=underscore"`,
  );
  const status = async () =>
    (await service.fetch("/v1/conversations", { token })).status;
  expect(await status()).toBe(200);
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.reload();
  await page.getByRole("heading", { name: "Claude" }).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await page.getByRole("button", { name: "Revoke Claude" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Revoke" })
    .click();
  await page.getByText("None yet.", { exact: true }).waitFor();
  expect(await status()).toBe(401);
  expect(gus.complaints).toEqual([]);
  await page.getByLabel("Name").fill("Build server");
  await page.getByText("It signs in with its own keys").click();
  await page
    .getByLabel("Address of its public keys")
    .fill("https://ci.example/jwks.json");
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByText("Signs with its own keys as").waitFor();
  await page.getByText("private_key_jwt").waitFor();
}, 60_000);

test("the one who would be paid names a price, the sender counters, and what is accepted is held", async () => {
  using ida = await plainPerson(service, "ida");
  using jon = await plainPerson(service, "jon");
  await offer(ida, jon.address, "A slogan", "");
  const path = new URL(ida.page.url()).pathname;
  await jon.page.goto(path);
  const propose = async (page: PlainPage, opener: string, price: string) => {
    const dialog = page.getByRole("dialog", { name: opener });
    await dialog.getByLabel("Total price").fill(price);
    await dialog.getByLabel("Paid when").selectOption("accepted");
    await dialog.getByLabel("Note").fill("With two versions");
    await dialog.getByRole("button", { name: "Propose", exact: true }).click();
    await page.getByText(`You proposed ${price} USDC (TEST)`).waitFor();
    await page.getByText("paid on acceptance").first().waitFor();
  };
  await ida.page.getByRole("button", { name: "More actions" }).click();
  await ida.page.getByRole("menuitem", { name: "Propose a price" }).click();
  await propose(ida.page, "Propose a price", "2.00");
  await jon.page.getByText("Agree on 2.00 USDC (TEST) with ida?").waitFor();
  const decline = async (reason: string) => {
    const { page } = jon;
    await page.getByRole("button", { name: "Decline", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Decline this?" });
    await dialog.getByText("Only the other side will read this.").waitFor();
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Decline" }).click();
  };
  await decline("Two days of work");
  await ida.page.goto(path);
  await ida.page.getByText("of 2.00 USDC (TEST) was declined.").waitFor();
  await ida.page.getByText("Two days of work").first().waitFor();
  await jon.page.getByRole("button", { name: "More actions" }).click();
  await jon.page.getByRole("menuitem", { name: "Propose a price" }).click();
  await propose(jon.page, "Propose a price", "5.00");
  await ida.page.goto("/needs-you");
  await ida.page.getByRole("link", { name: /A slogan/ }).click();
  await ida.page.getByText("Agree on 5.00 USDC (TEST) with jon?").waitFor();
  await ida.page
    .getByText(/Earned as soon as: \S+ accepts the request\./)
    .waitFor();
  await ida.page.getByRole("button", { name: "Propose other terms" }).click();
  await propose(ida.page, "Propose other terms", "4.00");
  await jon.page.goto(path);
  await jon.page.getByText("Agree on 4.00 USDC (TEST) with ida?").waitFor();
  await jon.page.getByRole("button", { name: "Decline", exact: true }).click();
  await ida.page.goto(path);
  await ida.page.getByRole("button", { name: "Accept 5.00 USDC" }).click();
  await ida.page.getByText("5.00 USDC (TEST) held").waitFor();
  expect([...ida.complaints, ...jon.complaints]).toEqual([]);
}, 60_000);

test("the sender sees when work is due, and gives more time", async () => {
  using kim = await plainPerson(service, "kim");
  const { token } = kim;
  const bea = await service.addAccount("bea");
  const post = async (by: string, path: string, json: object) =>
    (await service.fetch(path, { method: "POST", token: by, json })).json();
  const { conversationId } = await post(token, "/v1/conversations", {
    ...{ to: bea.address, title: "A menu", text: "please", submit: true },
    deliverWithin: "PT5H",
  });
  const said = { text: "I am on it." };
  const path = `/v1/conversations/${conversationId}/messages`;
  await post(bea.token, path, said);
  await kim.page.goto(`/c/${conversationId}`);
  await kim.page.getByText("Due in 5 h").first().waitFor();
  await kim.page.getByRole("button", { name: "Extend the deadline" }).click();
  const dialog = kim.page.getByRole("dialog", { name: "Extend the deadline" });
  const when = dialog.getByLabel("When");
  const at = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  await when.fill(at(2));
  await dialog.getByText("Choose a later time.").waitFor();
  await when.fill(at(144));
  await dialog.getByRole("button", { name: "Extend the deadline" }).click();
  await kim.page.getByText("Due in 6 days").first().waitFor();
  expect(kim.complaints).toEqual([]);
}, 60_000);
