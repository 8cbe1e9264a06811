import { afterAll, beforeAll, expect, test } from "bun:test";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body: object) {
  const request = { method: "POST", token, json: body };
  const response = await service.fetch(`/v1/conversations${path}`, request);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

const REQUEST = {
  ...{ title: "Ten pages", text: "By Friday", price: "10.00", submit: true },
};

test("the two sides of a dispute see its numbers, name their own, and settle it", async () => {
  using ann = await plainPerson(service, "ann");
  using ben = await plainPerson(service, "ben");
  const judge = await service.addAccount("judge");
  const { conversationId: id } = await call(ann.token, "", {
    ...{ ...REQUEST, to: [ben.address], arbiter: judge.address },
  });
  await ben.page.goto(`/c/${id}`);
  await ben.page
    .getByText(`Disputes are decided by ${judge.address}.`)
    .waitFor();
  await call(ben.token, `/${id}/messages`, { text: "Five pages" });
  await ann.page.goto(`/c/${id}`);
  await ann.page.getByRole("button", { name: "Open a dispute" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Open a dispute" });
  await dialog.getByLabel("How much should go back to you?").fill("12");
  await dialog.getByText("At most 10.00.").waitFor();
  await dialog.getByLabel("How much should go back to you?").fill("5");
  await dialog.getByText("ben: 5.00 paid out").waitFor();
  await dialog.getByLabel("What is wrong?").fill("Half is missing");
  await dialog.locator("summary").click();
  await dialog.getByLabel(/Five pages/).click();
  await dialog.getByRole("button", { name: "Open a dispute" }).click();
  const strip = ann.page.getByRole("region", { name: "Dispute" });
  await strip.getByText("You want back").waitFor();
  await strip.getByText(/^Without an agreement, .* decides from/).waitFor();
  const theirs = ben.page.getByRole("region", { name: "Dispute" });
  await theirs.getByText("ann wants back").waitFor();
  await theirs.getByText("Half is missing").first().waitFor();
  await ben.page.getByRole("button", { name: "Propose another split" }).click();
  const split = ben.page.getByRole("dialog", { name: "Propose another split" });
  await split.getByLabel("How much should go back?").fill("3.00");
  await split.getByRole("button", { name: "Propose another split" }).click();
  await strip.getByText("ben offers back").waitFor();
  await ann.page.getByRole("button", { name: /^Agree/ }).click();
  await strip.getByText("Back to you").waitFor();
  await theirs.getByText("Paid to you").waitFor();
  await theirs.getByRole("definition").getByText("7.00").waitFor();
  await ben.page.goto("/inbox");
  const row = ben.page.getByRole("link", { name: /Ten pages/ });
  await row.getByText(/^7\.00/).waitFor();
  expect([...ann.complaints, ...ben.complaints]).toEqual([]);
}, 60_000);

test("an arbiter reads both sides, gets the evidence and decides", async () => {
  using eve = await plainPerson(service, "eve");
  const payer = await service.addAccount("payer", { credit: "90" });
  const payee = await service.addAccount("payee");
  const { conversationId: id } = await call(payer.token, "", {
    ...{ ...REQUEST, to: [payee.address], arbiter: eve.address },
  });
  await call(payee.token, `/${id}/messages`, { text: "Five pages" });
  const claim = { reason: "late", text: "A week late", return: "10.00" };
  await call(payer.token, `/${id}/dispute`, claim);
  service.clock.advance(73 * 3_600_000);
  await sweepDue(service.services);
  const { page } = eve;
  await page.goto("/needs-you");
  await page.getByRole("link", { name: /Ten pages/ }).click();
  const strip = page.getByRole("region", { name: "Dispute" });
  await strip.getByText("payer wants back").waitFor();
  await page.getByText("Five pages").first().waitFor();
  await strip.getByRole("button", { name: "Download the evidence" }).waitFor();
  await page.getByRole("button", { name: "Decide the dispute" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide the dispute" });
  await dialog.getByRole("button", { name: "payer: 10.00" }).click();
  await dialog.getByText("payee: 0.00 paid out").waitFor();
  await dialog.getByLabel("How much goes back?").fill("4");
  await dialog.getByRole("button", { name: "Decide the dispute" }).click();
  await dialog.getByText("Say why.").waitFor();
  await dialog.getByLabel("Your reasons").fill("Late, but whole");
  await dialog.getByRole("button", { name: "Decide the dispute" }).click();
  await strip.getByText("Back to payer").waitFor();
  await strip.getByText("Late, but whole").waitFor();
  await strip.getByRole("definition").getByText("6.00").waitFor();
}, 60_000);
