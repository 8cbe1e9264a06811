import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { signIn, tokenOf } from "./browser.ts";

let service: TestService;

beforeAll(async () => {
  service = await startService({ isRealTime: true });
});

afterAll(() => service[Symbol.asyncDispose]());

test.each([
  ["ann", "Asia/Kolkata", "Asia/Kolkata"],
  ["ben", "Mars/Olympus", null],
  ["cat", "", null],
])(
  "%s signs up in a browser of the zone %p, which is kept if there is such a one",
  async (name, timeZone, kept) => {
    const newcomer = await signIn(service, `${name}@mail.example`);
    const form = { displayName: name, localPart: name, timeZone };
    const answer = await newcomer.post("/sign-up", form);
    expect(answer.status).toBe(303);
    const token = await tokenOf(newcomer);
    const shown = await service.fetch("/v1/notifications", { token });
    expect(await json(shown)).toMatchObject({ timeZone: kept });
  },
);

test("a German browser's newcomer gets German mails, an English one's keep what is usual", async () => {
  // Of its own: one address signs in only so often.
  await using own = await startService({ isRealTime: true });
  const language = async (name: string, asked: string) => {
    const newcomer = await signIn(own, `${name}@mail.example`);
    const form = { displayName: name, localPart: name };
    await newcomer.post("/sign-up", form, { "accept-language": asked });
    const token = await tokenOf(newcomer);
    const shown = await own.fetch("/v1/notifications", { token });
    return (await json(shown)).language;
  };
  expect(await language("dora", "de-DE,de;q=0.9")).toBe("de");
  expect(await language("eve", "en-GB")).toBeNull();
});
