import { afterAll, beforeAll, expect, test } from "bun:test";
import { startPages } from "../auth/chromium.ts";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Person } from "./person.ts";
import { plainPerson } from "./plain/plain_person.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

async function call(
  token: string,
  path: string,
  body: object,
  method = "POST",
) {
  const response = await service.fetch(path, { method, token, json: body });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return await json(response);
}

/** Sends a request from one to the other; gives its path. */
async function sent(
  from: Pick<Person, "token">,
  to: Pick<Person, "address">,
  title = "Put me away",
): Promise<string> {
  const body = { to: [to.address], title, text: "Hello", submit: true };
  const { conversationId } = await call(from.token, "/v1/conversations", body);
  return `/v1/conversations/${conversationId}`;
}

test("what happens elsewhere shows in lists and counts over one stream, without asking", async () => {
  using ada = await plainPerson(service, "ada");
  using bea = await plainPerson(service, "bea");
  const { page } = ada;
  const asked: string[] = [];
  const opened = page.waitForResponse("**/v1/events");
  await page.goto("/inbox");
  expect((await opened).headers()["content-type"]).toBe("text/event-stream");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  page.on(
    "request",
    (request) => void asked.push(new URL(request.url()).pathname),
  );
  const first = await sent(bea, ada, "Are you there");
  await page.getByRole("link", { name: /Are you there/ }).waitFor();
  await page.getByRole("link", { name: /^Inbox 2/ }).waitFor();
  // One conversation was read, and no list.
  expect(asked).toContain(first);
  expect(asked).not.toContain("/v1/conversations");

  // Another device of the same person.
  const { conversationId: draft } = await call(ada.token, "/v1/conversations", {
    title: "Written on the telephone",
    text: "x",
  });
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Written on the telephone/ }).waitFor();
  await service.fetch(`/v1/conversations/${draft}`, {
    method: "DELETE",
    token: ada.token,
  });
  await page.getByText("No drafts.").waitFor();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("link", { name: /Are you there/ }).waitFor();
  const flags = { archived: true };
  await call(ada.token, first, flags, "PATCH");
  await page
    .getByRole("link", { name: /Are you there/ })
    .waitFor({ state: "detached" });
  expect(ada.complaints).toEqual([]);
}, 60_000);

/** The clock of a machine on which each step of React is the last one of its turn. */
function slowClock() {
  let ms = 0;
  return {
    now: () => {
      ms += 50;
      return ms;
    },
  };
}

/** Keeps what the rows say of a conversation that comes back to the inbox. */
const ROWS_COME_BACK = `{
  window.cameBack = [];
  new MutationObserver(() => {
    if (location.pathname !== "/inbox") return;
    for (const row of document.querySelectorAll("[data-row]")) {
      if (row.textContent.includes("Put me away")) window.cameBack.push(row.textContent);
    }
  }).observe(document.body, { childList: true, subtree: true });
}`;

test("a pending answer does not undo a later change of the person's on the page", async () => {
  using eve = await plainPerson(service, "eve");
  using finn = await plainPerson(service, "finn");
  const { page } = eve;
  const at = await sent(finn, eve);
  const listening = page.waitForResponse("**/v1/events");
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Put me away/ });
  await row.waitFor();
  await listening;
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(`**${at}`, async (route) => {
    if (route.request().method() !== "GET") return await route.continue();
    const response = await route.fetch();
    if (++reads === 1) {
      read.resolve();
      await held.promise;
    }
    await route.fulfill({ response });
  });
  await call(finn.token, `${at}/messages`, { text: "One more thing" });
  await read.promise;
  const kept = page.waitForResponse(
    (response) => response.request().method() === "PATCH",
  );
  await row.focus();
  await page.keyboard.press("e");
  await row.waitFor({ state: "detached" });
  await kept;
  const again = page.waitForResponse(
    (response) => reads > 1 && response.url().endsWith(at),
  );
  await page.evaluate(ROWS_COME_BACK);
  held.resolve();
  await again;
  await page.getByRole("link", { name: /^Archive/ }).click();
  await row.filter({ hasText: "One more thing" }).waitFor();
  expect(await page.evaluate<string[]>("window.cameBack")).toEqual([]);
}, 60_000);

test.each(["one", "several"])(
  "what takes a change of %s back comes after it, however long it was on its way",
  async (count) => {
    const name = `gwen-${count}`;
    using gwen = await plainPerson(service, name);
    using hugo = await plainPerson(service, `hugo-${count}`);
    const { page } = gwen;
    const at = await sent(hugo, gwen);
    page.give({ performance: slowClock() });
    await page.goto("/inbox");
    const row = page.getByRole("link", { name: /Put me away/ });
    const held = Promise.withResolvers<void>();
    let changes = 0;
    await page.route(`**${at}`, async (route) => {
      const isFirst = route.request().method() === "PATCH" && ++changes === 1;
      if (isFirst) await held.promise;
      await route.continue();
    });
    await row.focus();
    if (count === "several") {
      await page.keyboard.press("x");
      await page.getByText("1 selected").waitFor();
    }
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "Undo" }).click();
    let answers = 0;
    const both = page.waitForResponse(
      (response) => response.request().method() === "PATCH" && ++answers === 2,
    );
    held.resolve();
    await both;
    const { conversation } = await json(
      await service.fetch(at, { token: gwen.token }),
    );
    expect(conversation.archived).toBe(false);
    await row.waitFor();
  },
  60_000,
);

test("a change that is refused puts back its own conversation, and none that was changed since", async () => {
  using iris = await plainPerson(service, "iris");
  using jack = await plainPerson(service, "jack");
  const { page } = iris;
  const first = await sent(jack, iris, "Refused");
  await sent(jack, iris);
  await page.goto("/inbox");
  const refused = page.getByRole("link", { name: /Refused/ });
  const other = page.getByRole("link", { name: /Put me away/ });
  await refused.waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(`**${first}`, async (route) => {
    if (route.request().method() !== "PATCH") return await route.continue();
    await held.promise;
    await route.fulfill({ status: 409, json: { title: "Conflict" } });
  });
  await refused.focus();
  await page.keyboard.press("e");
  await refused.waitFor({ state: "detached" });
  await other.focus();
  await page.keyboard.press("e");
  await other.waitFor({ state: "detached" });
  await page.evaluate(ROWS_COME_BACK);
  held.resolve();
  await refused.waitFor();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await other.waitFor();
  expect(await page.evaluate<string[]>("window.cameBack")).toEqual([]);
}, 60_000);

test("without a stream the page says so, asks for changes, and goes back to the stream", async () => {
  using cleo = await plainPerson(service, "cleo");
  using dora = await plainPerson(service, "dora");
  const { page } = cleo;
  await page.route("**/v1/events", (route) => route.fulfill({ status: 503 }));
  await page.goto("/inbox");
  const banner = page.getByText("Live updates are paused");
  await banner.waitFor();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await sent(dora, cleo, "Told late");
  await page.getByRole("link", { name: /Told late/ }).waitFor();
  await page.unroute("**/v1/events");
  await page.evaluate("dispatchEvent(new Event('online'))");
  await banner.waitFor({ state: "detached" });
}, 60_000);

test("a list that is loading when a thread is marked read is read again", async () => {
  using cleo = await plainPerson(service, "cleo");
  using dora = await plainPerson(service, "dora");
  const { conversationId } = await call(dora.token, "/v1/conversations", {
    to: [cleo.address],
    title: "Opened from a mail",
    text: "Hello",
    submit: true,
  });
  const { page } = cleo;
  const marked = page.waitForResponse(
    (response) => response.request().method() === "PATCH",
  );
  // The stream, whose start reads lists again, is not there yet.
  await page.route("**/v1/events", () => {});
  await page.route("**/v1/conversations?view=inbox*", async (route) => {
    await marked;
    // The page may have given this request up.
    await route.continue().catch(() => {});
  });
  await page.goto(`/c/${conversationId}`);
  await page.getByRole("link", { name: /Opened from a mail/ }).waitFor();
  await page.getByText("Loading…").waitFor({ state: "detached" });
}, 60_000);
