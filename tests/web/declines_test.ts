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

async function post(token: string, path: string, body: object) {
  const request = { method: "POST", token, json: body };
  const response = await service.fetch(path, request);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

test("of several recipients the sender reads who declined and why, while it goes on and at its end", async () => {
  using ulla = await plainPerson(service, "ulla");
  const bob = await service.addAccount("bob-of-ulla", { name: "Bob" });
  const carol = await service.addAccount("carol-of-ulla", { name: "Carol" });
  const { conversationId: id } = await post(ulla.token, "/v1/conversations", {
    to: [bob.address, carol.address],
    title: "Come in April",
    text: "Could you?",
    submit: true,
  });
  const path = `/v1/conversations/${id}/decisions`;
  const decline = async (by: typeof bob, comment: string) => {
    const { token } = await service.addSession(by);
    await post(token, path, { decision: "decline", comment });
  };
  const { page } = ulla;
  await page.goto(`/c/${id}`);
  await decline(bob, "I'm away until May");
  const log = page.getByRole("log", { name: "Messages" });
  await log.getByText("Bob declined: I'm away until May").waitFor();
  await decline(carol, "No time");
  await page.getByText("Carol declined: No time").waitFor();
  // The one that ended it stands at its end, once.
  expect(await page.getByText("Carol declined").count()).toBe(1);
  await log.getByText("Bob declined: I'm away until May").waitFor();
  expect(ulla.complaints).toEqual([]);
}, 60_000);
