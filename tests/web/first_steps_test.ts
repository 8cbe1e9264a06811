import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { startChromium, startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { check } from "./axe.ts";
import { person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startPages(), startChromium()]);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test("somebody new is led to three acts, imports their people, and is led no more once the welcome is archived", async () => {
  await using nia = await person(browser, service, "nia", {
    reducedMotion: "reduce",
  });
  const { page } = nia;
  await page.goto("/needs-you");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("0 of 3 done").waitFor();
  await check(page, "the first steps");
  await steps.getByRole("link", { name: /^Bring the people/ }).click();

  const choose = (text: string) =>
    page.getByLabel("File of contacts").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await choose("Phone\n1\n");
  await page.getByText(/names no column of email/).waitFor();
  await choose("Name,Email\nZoë,zoe@mail.example\nNobody,nowhere\n");
  await page.getByText("1 new, 0 yours already, 1 refused").waitFor();
  const contacts = page.getByRole("list", { name: "Contacts" });
  expect(await contacts.getByRole("listitem").count()).toBe(0);
  await check(page, "what a file of contacts holds");
  const keep = page.getByRole("button", { name: "Import 1 contact" });
  await keep.click();
  const kept = contacts.getByRole("region", { name: "zoe@mail.example" });
  await kept.waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await kept.waitFor({ state: "detached" });
  await choose("Name,Email\nZoë,zoe@mail.example\n");
  await keep.click();
  await kept.waitFor();

  await page.goto("/needs-you");
  await steps.getByText("1 of 3 done").waitFor();
  await steps.getByRole("link", { name: /people you know \(done\)/ }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await check(page, "the first steps on a telephone");
  await steps.getByRole("button", { name: /^Archive the welcome/ }).click();
  await steps.first().waitFor({ state: "detached" });
  expect(nia.complaints.filter((it) => !it.includes("400"))).toEqual([]);
}, 60_000);

test("what is done is worked out from the record, for the person alone", async () => {
  using nils = await plainPerson(service, "nils");
  const read = async (token: string) =>
    await json(await service.fetch("/v1/first-steps", { token }));
  const done = async () =>
    (await read(nils.token)).steps.map((it: { done: boolean }) => it.done);
  expect(await done()).toEqual([false, false, false]);
  const post = (path: string, body: object) =>
    service.fetch(path, { method: "POST", token: nils.token, json: body });
  const made = await json(
    await post("/v1/credentials", { name: "Mine", preset: "assistant" }),
  );
  expect(await done()).toEqual([true, false, false]);
  expect((await read(made.token)).code).toBe("forbidden");
  await post("/v1/conversations", {
    to: ["hello@inbox.localhost"],
    title: "Hello",
    text: "help",
    submit: true,
  });
  const after = await read(nils.token);
  expect(after.steps[1]).toEqual({ name: "write", done: true });
  await service.fetch(`/v1/conversations/${after.welcomeId}`, {
    method: "PATCH",
    token: nils.token,
    json: { archived: true },
  });
  expect((await read(nils.token)).shown).toBe(false);
});
