import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { person } from "./person.ts";
import type { PlainPage } from "./plain/page.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

const TITLE = "Paint the fence";

/** Writes a request with a price and sends it; ends in its thread. */
async function offer(
  { page }: { readonly page: Page | PlainPage },
  to: string,
  title = TITLE,
) {
  await page.goto("/compose");
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("To", { exact: true }).press("Enter");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Message").fill("Both sides, please.");
  await page.getByLabel("Price").fill("5");
  const plan = page.getByRole("region", { name: "What will happen" });
  await plan.getByText("gets the message and its files at once").waitFor();
  const said = await plan.textContent();
  await page.getByText("Saved as a draft").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  return said;
}

/** Looks at the page again after something else, such as a call to the operator. */
async function comeBack(page: PlainPage) {
  // It goes up to the window, as a browser's own does.
  await page.evaluate(
    "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
  );
}

test("a paid request goes from the offer to the released money while both watch", async () => {
  await using alice = await person(browser, service, "alice");
  await using bob = await person(browser, service, "bob");
  await bob.page.goto("/");
  await bob.page.getByText("Welcome to").first().waitFor();

  const said = await offer(alice, bob.address);
  expect(said).toContain(
    "5.00 USDC leaves your balance of 1000.00 USDC and is held",
  );
  expect(said).toContain(
    `${bob.address} gets it after signing the receipt for this: ${bob.address} replies.`,
  );
  const money = alice.page.getByRole("region", { name: "Money" });
  await money.getByText("Held", { exact: true }).first().waitFor();

  // Bob has touched nothing: it appears by itself.
  await bob.page.getByRole("link", { name: new RegExp(TITLE) }).waitFor();
  await bob.page.getByRole("link", { name: /^Needs you/ }).click();
  await bob.page.getByRole("link", { name: new RegExp(TITLE) }).click();
  const card = bob.page.getByRole("region", { name: /^Accept the request/ });
  await card.getByRole("button", { name: "Details" }).click();
  for (const words of [
    "If you accept",
    "If you decline",
    `The 5.00 USDC (TEST) that is held goes back to ${alice.address}.`,
    "A price is held for you if you accept.",
    "R-PRICED",
  ]) {
    await card.getByText(words).first().waitFor();
  }
  await card.getByLabel("Comment").fill("With pleasure");
  await readOn(bob.page);
  await card.getByRole("button", { name: "Accept", exact: true }).click();
  await card.waitFor({ state: "detached" });
  await alice.page.getByRole("article").getByText("In progress").waitFor();

  await bob.page.getByLabel("Your reply").fill("The fence is painted.");
  await bob.page.getByRole("button", { name: "Send reply" }).click();
  await alice.page.getByText("The fence is painted.").first().waitFor();

  const receipt = bob.page.getByRole("region", { name: "Receipt" });
  await receipt
    .getByText("The 5.00 USDC (TEST) that is held becomes yours")
    .waitFor();
  await receipt.getByLabel("I confirm that the condition is met.").check();
  await receipt.getByRole("button", { name: "Sign the receipt" }).click();
  await alice.page
    .getByText("Done: Released to the recipient")
    .first()
    .waitFor();
  await alice.page.getByRole("link", { name: "Write a follow-up" }).waitFor();
  const paid = bob.page.getByRole("region", { name: "Money" });
  await paid.locator("summary").click();
  await bob.page.getByRole("button", { name: "Give money back" }).click();
  const refund = bob.page.getByRole("dialog", { name: "Give money back" });
  await refund.getByLabel("Amount").fill("2");
  await refund.getByRole("button", { name: "Give money back" }).click();
  await bob.page.getByText("Given back: 2.00 USDC.").waitFor();
  await bob.page.goto("/payments/balance");
  await bob.page.getByText("1003.00").first().waitFor();
  await bob.page.goto("/settings/contacts");
  await alice.page.goto("/settings/contacts");
  const contact = alice.page.getByRole("region", { name: bob.address });
  const kept = alice.page.waitForResponse("**/v1/contacts/*");
  await contact.getByLabel("When they write").selectOption("Blocked");
  await kept;
  await alice.page.reload();
  expect(await contact.getByLabel("When they write").inputValue()).toBe(
    "blocked",
  );
  await alice.page.goBack();

  await alice.page.getByRole("link", { name: "Audit" }).click();
  await alice.page
    .getByRole("button", { name: "Verify in this browser" })
    .click();
  const result = alice.page.getByRole("status", { name: "Result" });
  await result.getByText(/^All \d+ records verify/).waitFor();
  const saving = alice.page.waitForEvent("download");
  await alice.page.getByRole("button", { name: "Download the chain" }).click();
  expect((await saving).suggestedFilename()).toStartWith("audit-cnv_");
  expect(alice.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
}, 60_000);

test("a closed request goes on in a follow-up to the same people", async () => {
  using ann = await plainPerson(service, "ann");
  using ben = await plainPerson(service, "ben");
  await offer(ann, ben.address, "Cancel me");
  const { page } = ann;
  await page.getByRole("button", { name: "More about this" }).click();
  await page.getByRole("menuitem", { name: "Cancel the request" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel the request?" });
  await dialog
    .getByText("The 5.00 USDC (TEST) that is held goes back")
    .waitFor();
  await dialog.getByLabel("Why").fill("Changed my mind");
  await dialog.getByRole("button", { name: "Cancel the request" }).click();
  await page.getByText("Reason: Changed my mind").waitFor();
  await page.getByText("Returned to the sender").first().waitFor();
  await page.getByRole("link", { name: "Write a follow-up" }).click();
  expect(await page.getByLabel("Title").inputValue()).toBe("Re: Cancel me");
  await page.getByText(ben.address).first().waitFor();
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
  await lea.page
    .getByText("Your balance is 1000.00 USDC: it waits for payment")
    .waitFor();
  await lea.page.getByRole("button", { name: "Send", exact: true }).click();
  await lea.page
    .getByText("1500.00 USDC (TEST) is needed, 1000.00 is available")
    .waitFor();
  const pay = lea.page.getByRole("button", { name: "Pay 1500.00 USDC" });
  expect(await pay.getAttribute("aria-disabled")).toBe("true");
  // Until it is sent, a message would have no reader.
  await lea.page
    .getByText("You can write here once it is sent. Pay,")
    .waitFor();
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
  await lea.page.getByText("Waits for an answer").first().waitFor();

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
    await dialog.getByLabel("The whole price").fill(price);
    await dialog
      .getByRole("button", { name: "Ask for a higher price" })
      .click();
    await dialog.waitFor({ state: "detached" });
  };
  await ask("1600");
  const card = lea.page.getByRole("region", { name: /^Raise the price to/ });
  await card.getByRole("button", { name: "Details" }).click();
  await card.getByText("The price stays 1500.00 USDC (TEST)").first().waitFor();
  await lea.page.getByText("200.00 USDC now, 100.00 USDC after.").waitFor();
  await card.getByRole("button", { name: "Decline" }).click();
  await lea.page
    .getByRole("dialog")
    .getByRole("button", { name: "Decline", exact: true })
    .click();
  await card.waitFor({ state: "detached" });
  await ask("1550");
  await lea.page.getByText("200.00 USDC now, 150.00 USDC after.").waitFor();
  await readOn(lea.page);
  await card.getByRole("button", { name: "Agree to the price" }).click();
  const paid = max.page.getByRole("region", { name: "Money" });
  await paid.getByText("1550.00 USDC (TEST)").first().waitFor();
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
  await page.getByText("Nothing here. You have dealt").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();

  await page.route("**/v1/conversations/cnv_*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await row.focus();
  await page.keyboard.press("e");
  const notices = page.getByRole("log", { name: "Notices" });
  await notices.getByText("The service cannot be reached.").waitFor();
  await row.waitFor();
  // Nothing says any more that it was archived, or offers to undo it.
  expect(await notices.getByText("Archived").count()).toBe(0);
  expect(await notices.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await notices.getByRole("button", { name: "Close this message" }).click();
  await notices.getByText("The service").waitFor({ state: "detached" });
}, 60_000);

test("what is written survives a reload, a lost connection and a closed page", async () => {
  await using dana = await person(browser, service, "dana");
  const { page, context } = dana;
  await page.goto("/compose");
  await page.getByLabel("Title").fill("Half a thought");
  await page.getByText("Saved as a draft").waitFor();
  await context.setOffline(true);
  await page.getByLabel("Message").fill("written in a tunnel");
  await page.getByText("On this device only.").waitFor();
  await page
    .getByRole("status", { name: "Connection" })
    .getByText("You are offline.")
    .waitFor();
  await context.setOffline(false);
  await page.reload();
  expect(await page.getByLabel("Message").inputValue()).toBe(
    "written in a tunnel",
  );
  await page.getByLabel("Message").press("End");
  await page.keyboard.type("!");
  await page.getByText("Saved as a draft").waitFor();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Half a thought/ }).click();
  await page.getByRole("heading", { name: "Draft" }).waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe(
    "written in a tunnel!",
  );
  expect(await page.getByRole("link", { name: /^Drafts 1/ }).count()).toBe(1);
}, 60_000);

test("a file goes up with the reply and is shown to the other", async () => {
  await using eve = await person(browser, service, "eve");
  await using finn = await person(browser, service, "finn");
  await offer(eve, finn.address, "Look at this");
  const { page } = eve;
  await page.getByLabel("Files", { exact: true }).setInputFiles({
    name: "dot.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await page.getByText("1 new file goes with it").waitFor();
  await page.getByLabel("Your reply").fill("Here it is");
  await page.getByRole("button", { name: "Send reply" }).click();
  await finn.page.goto("/inbox");
  await finn.page.getByRole("link", { name: /Look at this/ }).click();
  await finn.page
    .getByRole("log", { name: "Messages" })
    .getByRole("button", { name: "Show dot.png" })
    .click();
  await finn.page.getByRole("img", { name: "dot.png" }).waitFor();
  expect(
    await finn.page.evaluate<number>(
      "document.querySelector('[role=dialog] img').naturalWidth",
    ),
  ).toBe(1);
  expect(eve.complaints).toEqual([]);
  expect(finn.complaints).toEqual([]);
}, 60_000);

test("a program is let in: its token is shown once and works, and stops when it is revoked", async () => {
  using gus = await plainPerson(service, "gus");
  const { page } = gus;
  await page.goto("/settings/access");
  await page.getByLabel("What is it for").fill("Claude");
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
  await page.getByRole("button", { name: "I have kept it" }).click();
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
}, 60_000);

test("a link into the inbox leads there after the sign-in, and the session renews itself", async () => {
  await using hana = await person(browser, service, "hana");
  const { page, context } = hana;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByLabel("Your reply").waitFor();
  const here = new URL(page.url()).pathname;
  // The token runs out while the page is open.
  service.clock.advance(16 * 60_000);
  await page.getByLabel("Your reply").fill("help");
  // An answer that is still on its way would bring the cookie back.
  const sent = page.waitForResponse(
    (it) => it.url().endsWith("/messages") && it.status() === 201,
  );
  await page.getByRole("button", { name: "Send reply" }).click();
  await sent;
  await page.getByText("help", { exact: true }).first().waitFor();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto(here);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await context.addCookies(cookies);
  await page.goto("/");
  await page.waitForURL((url) => url.pathname === here);
}, 60_000);
