import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { englishLeft } from "./english_left.ts";
import type { PlainPage } from "./plain/page.ts";
import type { PlainPerson } from "./plain/plain_person.ts";
import { plainPerson } from "./plain/plain_person.ts";
import type { Stage } from "./stage.ts";
import { stage } from "./stage.ts";

let service: TestService;
let gerda: PlainPerson;
let staged: Stage;

beforeAll(async () => {
  service = await startPages();
  gerda = await plainPerson(service, "gerda", { locale: "de-DE" });
  staged = await stage(service, gerda.token, gerda.address);
}, 60_000);

afterAll(async () => {
  gerda?.[Symbol.dispose]();
  await service?.[Symbol.asyncDispose]();
});

async function expectGerman(page: PlainPage): Promise<void> {
  expect(await englishLeft(page)).toEqual([]);
}

test("an English text on a page in German is found", async () => {
  const { page } = gerda;
  await page.goto("/payments");
  await page.getByRole("heading", { name: "Zahlungen" }).waitFor();
  await page.evaluate(() => {
    document.body.append("Show earlier messages (3)");
    document.title = "Payments";
  });
  expect(await englishLeft(page)).toEqual([
    "Payments",
    "Show earlier messages (3)",
  ]);
}, 60_000);

test("a thread with a question is in German, with its dialogs", async () => {
  const { page } = gerda;
  await page.goto(`/c/${staged.offered}`);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByText("Wenn niemand antwortet").waitFor();
  await expectGerman(page);
  for (const name of ["Labels", "Absender blockieren", "Missbrauch melden"]) {
    await page.getByRole("button", { name: "Weitere Aktionen" }).click();
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("dialog").waitFor();
    await expectGerman(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.keyboard.press("h");
  await page.getByRole("dialog", { name: "Zurückstellen" }).waitFor();
  await expectGerman(page);
  await page.keyboard.press("Escape");
}, 60_000);

test("a thread that was paid is in German, with its receipt and its audit", async () => {
  const { page } = gerda;
  await page.goto(`/c/${staged.done}`);
  await page.getByRole("region", { name: "Quittung" }).waitFor();
  await expectGerman(page);
  await page.goto(`/c/${staged.done}/audit`);
  await page.getByRole("button", { name: "In diesem Browser prüfen" }).click();
  await page.getByText(/^Geprüft: Alle \d+ Einträge/).waitFor();
  await expectGerman(page);
}, 60_000);

test("payments are in German, with the balance", async () => {
  const { page } = gerda;
  await page.goto("/payments");
  await page.getByRole("table").waitFor();
  await expectGerman(page);
  await page.goto("/payments/balance");
  const moved = page.getByRole("list", { name: "Bewegungen" });
  await moved.getByText("+1.000,00", { exact: true }).waitFor();
  await expectGerman(page);
  expect(gerda.complaints).toEqual([]);
}, 60_000);

test("the button that signs says the amount as German writes it", async () => {
  const alice = await service.addAccount("pays-gerda", { credit: "2000.00" });
  const { token } = await service.addSession(alice);
  const post = async (by: string, path: string, body: object) => {
    const request = { method: "POST", token: by, json: body };
    const response = await service.fetch(path, request);
    expect(response.ok).toBe(true);
    return await response.json();
  };
  const { conversationId: id } = await post(token, "/v1/conversations", {
    to: [gerda.address],
    title: "Klavier",
    text: "Bitte stimmen",
    price: "1500.00",
    submit: true,
  });
  const at = `/v1/conversations/${id}/messages`;
  await post(gerda.token, at, { text: "Fertig" });
  const { page } = gerda;
  await page.goto(`/c/${id}`);
  await page
    .getByRole("button", { name: "Unterschreiben und 1.500,00 erhalten" })
    .waitFor();
  await expectGerman(page);
}, 60_000);
