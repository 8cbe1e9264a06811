import { afterAll, beforeAll, expect, test } from "bun:test";
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
  const { page } = nils;
  await page.goto("/needs-you");
  await page.getByText("1 of 3 done").first().waitFor();
  await post("/v1/conversations", {
    to: ["hello@inbox.localhost"],
    title: "Hello",
    text: "help",
    submit: true,
  });
  // Whoever is written to is a contact, so all are done.
  await page.getByText("1 of 3 done").first().waitFor({ state: "detached" });
  const after = await read(nils.token);
  expect(after.steps[1]).toEqual({ name: "write", done: true });
  await service.fetch(`/v1/conversations/${after.welcomeId}`, {
    method: "PATCH",
    token: nils.token,
    json: { archived: true },
  });
  expect((await read(nils.token)).shown).toBe(false);
});
