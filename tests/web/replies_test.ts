import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";
import { readOn } from "./read_on.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(token: string, path: string, body?: object) {
  const response = await service.fetch(path, {
    token,
    ...(body && { method: "POST", json: body }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

/** A request that waits for an answer; its address in the app. */
async function asked(
  from: Pick<Person, "token">,
  to: Pick<Person, "address">,
): Promise<string> {
  const { conversationId } = await call(from.token, "/v1/conversations", {
    to: [to.address],
    title: "A question",
    text: "Well?",
    price: "1.00",
    submit: true,
  });
  return conversationId;
}

const file = (name: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(name),
});

test("a reply that fails gives words and files back with what was typed meanwhile", async () => {
  using guy = await plainPerson(service, "guy");
  using hal = await plainPerson(service, "hal");
  const id = await asked(guy, hal);
  const { page } = hal;
  const at = `**/v1/conversations/${id}/messages`;
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(at, async (route) => {
    await typed;
    await route.abort();
  });
  await page.goto(`/c/${id}`);
  const box = page.getByLabel("Your reply");
  await page.getByRole("button", { name: "Write a reply" }).click();
  await box.fill("The first half");
  const send = page.getByRole("button", { name: "Send reply" });
  const files = page.getByRole("list", { name: "Files to send" });
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles([file("one.txt"), file("two.txt")]);
  await send.click();
  await box.fill("The second half");
  expect(
    await page.evaluate<string>("JSON.stringify(Object.values(localStorage))"),
  ).toContain("The first half");
  goOn();
  await page.getByText("Can't reach the service.").first().waitFor();
  expect(await box.inputValue()).toBe("The first half\n\nThe second half");
  await files.getByText("two.txt").waitFor();

  await page.unroute(at);
  await send.click();
  await files.waitFor({ state: "detached" });
  const { conversation } = await call(guy.token, `/v1/conversations/${id}`);
  expect(conversation.artifacts).toHaveLength(2);
  expect(conversation.messages.at(-1)).toMatchObject({
    text: "The first half\n\nThe second half",
    artifactIds: conversation.artifacts.map(
      ({ artifactId }: { artifactId: string }) => artifactId,
    ),
  });
  await page.reload();
  await page.getByRole("button", { name: "Write a reply" }).click();
  expect(await box.inputValue()).toBe("");
}, 60_000);

test("a reply waits for the seconds of the setting: it is taken back, sent at once, or sent by leaving", async () => {
  using may = await plainPerson(service, "may");
  using ned = await plainPerson(service, "ned");
  const id = await asked(may, ned);
  const { page } = ned;
  const said = async () => {
    const { conversation } = await call(may.token, `/v1/conversations/${id}`);
    return conversation.messages.map(({ text }: { text: string }) => text);
  };
  const arrived = async (count: number) => {
    for (;;) if ((await said()).length === count) return await said();
  };
  await page.goto(`/c/${id}`);
  await page.evaluate("localStorage.setItem('undo-send', '30')");
  await page.getByRole("button", { name: "Write a reply" }).click();
  const box = page.getByLabel("Your reply");
  const send = page.getByRole("button", { name: "Send reply" });
  await box.fill("One");
  await send.click();
  await page.getByText("Sending in 30 s").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText("Sending in 30 s").waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("One");
  expect(await said()).toEqual(["Well?"]);
  // The box has the focus, and takes no letters while it waits.
  await box.press("Control+Enter");
  await page.getByText("Sending in 30 s").waitFor();
  await page.keyboard.press("z");
  await page.getByText("Sending in 30 s").waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("One");

  await send.click();
  await page.getByRole("button", { name: "Send now" }).click();
  expect(await arrived(2)).toEqual(["Well?", "One"]);

  await page.getByRole("button", { name: "Write a reply" }).click();
  await box.fill("Two");
  await send.click();
  await page.getByText("Sending in 30 s").waitFor();
  // It is kept until it is sent.
  expect(
    await page.evaluate<string>("JSON.stringify(Object.values(localStorage))"),
  ).toContain("Two");
  await page.getByRole("link", { name: "Sent" }).first().click();
  expect(await arrived(3)).toEqual(["Well?", "One", "Two"]);
  expect(ned.complaints).toEqual([]);
}, 60_000);

test("a file that was chosen for a reply reaches nobody before it is sent", async () => {
  using ian = await plainPerson(service, "ian");
  using joy = await plainPerson(service, "joy");
  const id = await asked(ian, joy);
  const { page } = joy;
  const read = async () =>
    (await call(ian.token, `/v1/conversations/${id}`)).conversation;
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Write a reply" }).click();
  const choose = page.getByLabel("Files", { exact: true });
  await choose.setInputFiles([file("secret.txt"), file("bill.txt")]);
  await page.getByText("Includes 2 new files.").waitFor();
  await page.getByRole("button", { name: "Remove secret.txt" }).click();
  await page.getByText("Includes 1 new file.").waitFor();
  expect(await read()).toMatchObject({ state: "submitted", artifacts: [] });

  // One that does not arrive stays, and so does the text.
  await page.route("**/artifacts", (route) => route.abort());
  await page.getByLabel("Your reply").fill("Here is the bill");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Can't reach the service.").first().waitFor();
  expect(await page.getByLabel("Your reply").inputValue()).toBe(
    "Here is the bill",
  );
  expect(await read()).toMatchObject({ state: "submitted", artifacts: [] });
  await page.unroute("**/artifacts");
  await page.getByRole("button", { name: "Send reply" }).click();
  const list = page.getByRole("list", { name: "Files to send" });
  await list.waitFor({ state: "detached" });
  const { state, artifacts } = await read();
  expect(state).toBe("working");
  expect(artifacts.map(({ name }: { name: string }) => name)).toEqual([
    "bill.txt",
  ]);
}, 60_000);

test("who has to decide whether a request is sent is told why there is nowhere to write", async () => {
  using kay = await plainPerson(service, "kay");
  const friend = await service.addAccount("lou");
  const agent = await call(kay.token, "/v1/credentials", {
    name: "Helper",
    scopes: ["conversations:read", "conversations:submit", "drafts:write"],
  });
  const { conversationId } = await call(agent.token, "/v1/conversations", {
    to: [friend.address],
    title: "May I",
    text: "Send this",
    submit: true,
  });
  const { page } = kay;
  await page.goto(`/c/${conversationId}`);
  await page.getByRole("button", { name: "Details" }).waitFor();
  expect(await page.getByLabel("Your reply").count()).toBe(0);
  await readOn(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Your reply").waitFor();
  expect(kay.complaints).toEqual([]);
}, 60_000);

test("one can ask first: the question reaches the sender and accepts nothing", async () => {
  using max = await plainPerson(service, "max");
  using nel = await plainPerson(service, "nel");
  const id = await asked(max, nel);
  const { page } = nel;
  const read = async (from: Pick<Person, "token">) =>
    (await call(from.token, `/v1/conversations/${id}`)).conversation;
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Ask first" }).click();
  const question = page.getByLabel("Your question");
  await question.and(page.locator(":focus")).waitFor();
  await question.fill("Is it urgent?");
  // The page shows the question before the service has it.
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Send question" }).click();
  await answered;
  const log = page.getByRole("log", { name: "Messages" });
  await log.getByText("Is it urgent?").waitFor();
  await log.getByText("Asked before accepting").waitFor();
  const { state, payment, messages } = await read(max);
  expect([state, payment.status]).toEqual(["submitted", "held"]);
  expect(messages.at(-1).text).toBe("Is it urgent?");
  await page.getByRole("region", { name: /^Accept the request/ }).waitFor();
  // A reply still accepts it, and then there is nothing left to ask first.
  await page.getByRole("button", { name: "Write a reply" }).click();
  await page.getByLabel("Your reply").fill("I will do it");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Done: Accepted by the recipient").first().waitFor();
  expect((await read(max)).state).toBe("working");
  expect(await page.getByRole("button", { name: "Ask first" }).count()).toBe(0);
  // The sender has nothing to accept, and is not offered to ask.
  await max.page.goto(`/c/${id}`);
  await max.page.getByLabel("Your reply").waitFor();
  expect(
    await max.page.getByRole("button", { name: "Ask first" }).count(),
  ).toBe(0);
  expect(nel.complaints).toEqual([]);
}, 60_000);

test("a word can follow what is completed, which stays so", async () => {
  using ora = await plainPerson(service, "ora");
  const pip = await service.addAccount("pip");
  const { conversationId } = await call(ora.token, "/v1/conversations", {
    ...{ to: [pip.address], title: "Water the plants", text: "Please" },
    submit: true,
  });
  const at = `/v1/conversations/${conversationId}`;
  await call(pip.token, `${at}/messages`, { text: "Watered" });
  await call(pip.token, `${at}/complete`, {});
  const { page } = ora;
  await page.goto(`/c/${conversationId}`);
  const stays = page.getByText("You can still write here. It stays closed.");
  await stays.waitFor();
  // A file would be more than a word.
  expect(await page.getByLabel("Files", { exact: true }).count()).toBe(0);
  // The work is over: the box opens once one writes.
  await page.getByRole("button", { name: /^Write a reply/ }).click();
  await page.getByLabel("Your reply").fill("Thank you");
  // The page shows the word before the service has it.
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Send reply" }).click();
  await answered;
  await page
    .getByRole("article", { name: "Message from ora" })
    .filter({ hasText: "Thank you" })
    .waitFor();
  await stays.waitFor();
  const { conversation } = await call(pip.token, at);
  expect(conversation.state).toBe("completed");
  expect(conversation.messages.at(-1).text).toBe("Thank you");
  expect(ora.complaints).toEqual([]);
}, 60_000);
