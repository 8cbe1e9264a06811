import { expect, test } from "bun:test";
import { isSignedJws } from "../../../packages/verify/src/terms/signed_jws.ts";
import { json } from "../../harness.ts";
import { inProof } from "../../proof.ts";
import { check } from "../axe.ts";
import { offer, TITLE } from "../offer.ts";
import { readOn } from "../read_on.ts";
import { story } from "./story.ts";

const here = story();

test("a paid request goes from the offer to the released money while both watch", async () => {
  await using alice = await here.person("alice");
  await using bob = await here.person("bob");
  await bob.page.goto("/");
  await bob.page.getByText("Welcome to").first().waitFor();

  const said = await offer(alice, bob.address);
  expect(said).toContain(
    "5.00 USDC (TEST) of your 1,000.00 USDC (TEST) is held",
  );
  expect(said).toContain(
    `${bob.address} is paid after signing the receipt for this: ${bob.address} replies.`,
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
    `The held 5.00 USDC (TEST) goes back to ${alice.address}.`,
    "A price is held for you if you accept.",
    "R-PRICED",
  ]) {
    await card.getByText(words).first().waitFor();
  }
  await card.getByLabel("Comment").fill("With pleasure");
  await readOn(bob.page);
  await card.getByRole("button", { name: "Accept", exact: true }).click();
  await card.waitFor({ state: "detached" });
  await alice.page
    .getByText("Done: Accepted by the recipient")
    .first()
    .waitFor();

  await bob.page.getByLabel("Your reply").fill("The fence is painted.");
  await bob.page.getByRole("button", { name: "Send reply" }).click();
  await alice.page.getByText("The fence is painted.").first().waitFor();

  const receipt = bob.page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("You get the held 5.00 USDC (TEST)").waitFor();
  await receipt.getByRole("button", { name: /^Sign and receive/ }).click();
  await alice.page
    .getByText("Done: Released to the recipient")
    .first()
    .waitFor();
  await alice.page.getByRole("link", { name: "Write a follow-up" }).waitFor();
  const paid = bob.page.getByRole("region", { name: "Money" });
  await paid.locator("summary").click();
  await bob.page.getByRole("button", { name: "Refund money" }).click();
  const refund = bob.page.getByRole("dialog", { name: "Refund money" });
  await refund.getByLabel("Amount").fill("2");
  await refund.getByRole("button", { name: "Refund money" }).click();
  await bob.page.getByText("Refunded: 2.00 USDC (TEST).").waitFor();
  await bob.page.goto("/payments/balance");
  await bob.page.getByText("1,003.00").first().waitFor();
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
  await result.getByText(/^Verified: all \d+ records/).waitFor();
  const saving = alice.page.waitForEvent("download");
  await alice.page.getByRole("button", { name: "Download the chain" }).click();
  expect((await saving).suggestedFilename()).toStartWith("audit-cnv_");
  expect(alice.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
}, 60_000);

inProof(
  "payments are a table that is narrowed, kept in the address and downloaded",
  async () => {
    await using eva = await here.person("eva");
    const fay = await here.service.addAccount("fay", {
      name: "Fay",
      credit: "50",
    });
    const offer = async (
      token: string,
      to: string,
      title: string,
      price: string,
    ) =>
      await here.call(token, "/v1/conversations", {
        ...{ to: [to], title, text: "Words", price, submit: true },
      });
    await offer(eva.token, fay.address, "Paint the door", "7.00");
    await offer(fay.token, eva.address, "Write a slogan", "9.00");
    const { page } = eva;
    await page.goto("/payments");
    const rows = page.getByRole("table").getByRole("row");
    await rows.filter({ hasText: /To you \+9\.00Needs youFay/ }).waitFor();
    await rows.filter({ hasText: /From you \u22127\.00HeldFay/ }).waitFor();
    await page.getByRole("link", { name: "From you" }).focus();
    await page.keyboard.press("Enter");
    await rows.filter({ hasText: "slogan" }).waitFor({ state: "detached" });
    await page.getByText("More filters").click();
    await page.getByLabel("At least").fill("8");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("No matching payments.").waitFor();
    expect(new URL(page.url()).search).toBe("?direction=out&amountMin=8");
    await page.reload();
    await page.getByRole("link", { name: "Show all payments" }).click();
    await rows.filter({ hasText: "slogan" }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await Bun.file(await (await download).path()).text();
    expect(file.trimEnd().split("\r\n")).toHaveLength(3);
    await page.getByRole("link", { name: "Paint the door" }).click();
    await page.getByRole("heading", { name: "Paint the door" }).waitFor();
    expect(eva.complaints).toEqual([]);
  },
  60_000,
);

test("a receipt is a printable page, and the published keys verify its signature", async () => {
  await using gil = await here.person("gil");
  const ida = await here.service.addAccount("ida", { name: "Ida <i>" });
  const { conversationId } = await here.call(gil.token, "/v1/conversations", {
    ...{ to: [ida.address], title: "Mend <b>the fence</b>", text: "Words" },
    ...{ price: "7.00", release: "converted", releaseAction: "mend it" },
    submit: true,
  });
  await here.call(ida.token, `/v1/conversations/${conversationId}/receipt`, {
    confirm: true,
    statement: "It stands & holds",
  });
  const { page } = gil;
  await page.goto(`/c/${conversationId}`);
  const card = page.getByRole("region", { name: "Receipt" });
  expect(
    await card.getByRole("link", { name: "Receipt" }).getAttribute("href"),
  ).toBe(`/receipts/${conversationId}`);
  await page.goto("/payments");
  await page.getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("heading", { name: "Receipt", level: 1 }).waitFor();
  const names = await page.getByRole("term").allInnerTexts();
  const values = await page.getByRole("definition").allInnerTexts();
  const facts = Object.fromEntries(names.map((it, at) => [it, values[at]]));
  expect(facts).toMatchObject({
    Amount: "7.00 USDC (test money)",
    From: `gil\n${gil.address}`,
    To: `Ida <i>\n${ida.address}`,
    For: "Mend <b>the fence</b>",
    Condition: expect.stringContaining("mend it"),
    "Work done": "It stands & holds",
    Signed: expect.stringMatching(/^\w+ \d+, \d{4} at \d{1,2}:\d\d [AP]M UTC$/),
    Conversation: conversationId,
  });
  const keys = await json(await here.service.fetch("/.well-known/jwks.json"));
  expect(await isSignedJws(facts.Signature ?? "", keys)).toBe(true);
  await check(page, "receipt");
  const back = page.getByRole("link", { name: "Back to the conversation" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await back.isVisible()).toBe(false);
  // Dark words on paper, whatever the screen has.
  expect(
    await page.evaluate<string>("getComputedStyle(document.body).color"),
  ).toBe("rgb(23, 23, 28)");
  await page.emulateMedia({ media: "screen" });
  await back.click();
  await page.getByRole("heading", { name: "Mend <b>the fence</b>" }).waitFor();
  expect(gil.complaints).toEqual([]);
}, 60_000);
