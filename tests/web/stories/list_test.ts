import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { json } from "../../harness.ts";
import { sample } from "../../proof.ts";
import { pressTwo, story } from "./story.ts";

const here = story();

const rowOf = (page: Page, title: string) =>
  page.getByRole("link", { name: new RegExp(title) });

async function focused(page: Page): Promise<string | null> {
  return await page.evaluate<string | null>(
    "document.activeElement?.getAttribute('data-row') ?? document.activeElement?.tagName",
  );
}

test("a list stays where it is while conversations open, and its rows can be low", async () => {
  await using ida = await here.person("ida-list", {
    viewport: { width: 1440, height: 500 },
  });
  const { page, address } = ida;
  for (let n = 0; n < 12; n++)
    await here.asks(`many-${n}`, address, { title: `Matter no. ${n}` });
  await page.goto("/inbox");
  const row = rowOf(page, "Matter no. 3");
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  expect(before?.height).toBe(56);
  await row.click();
  await page.getByRole("heading", { level: 1, name: "Matter no. 3" }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "Matter no. 2" }).waitFor();
  expect(await row.boundingBox()).toEqual(before);
  expect(await focused(page)).not.toBe("BODY");

  await page.goto("/settings/appearance");
  await page.getByLabel("Compact lists").check();
  await page.goto("/inbox");
  await rowOf(page, "Matter no. 11").waitFor();
  const low = await rowOf(page, "Matter no. 11").boundingBox();
  expect(low?.height).toBe(44);
  expect(ida.complaints).toEqual([]);
}, 60_000);

const MANY = sample(300, 10_000);

/** One far down, and the one above it. */
const LAST = `Number ${MANY}`;

const DEEP = `Number ${MANY - 10}`;

const ABOVE = `Number ${MANY - 11}`;

/** The columns that differ in each copy; n counts them, the newest first. */
const COPIED = {
  conversations: {
    id: "'cnv_' || printf('%026d', n)",
    title: "'Number ' || n",
    updated_at: "updated_at - n",
  },
  participants: {
    conversation_id: "'cnv_' || printf('%026d', n)",
    updated_at: "updated_at - n",
  },
  messages: {
    id: "'msg_' || printf('%026d', n)",
    conversation_id: "'cnv_' || printf('%026d', n)",
  },
} as const;

/** Makes many conversations of one, in the database: over the API it would take a minute. */
async function multiply(conversationId: string): Promise<void> {
  const { db } = here.service.services;
  const statements = [];
  for (const [table, changed] of Object.entries(COPIED)) {
    const columns = (
      await db.orm.values<[string]>(
        sql.raw(`select name from pragma_table_info('${table}')`),
      )
    ).map(([name]) => name);
    const values = columns.map(
      (it) => Object.entries(changed).find(([name]) => name === it)?.[1] ?? it,
    );
    const key = table === "conversations" ? "id" : "conversation_id";
    statements.push({
      sql: `with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ?) insert into ${table} (${columns}) select ${values} from ${table}, copies where ${key} = ?`,
      args: [MANY, conversationId],
    });
  }
  await db.commit(statements);
}

const rowsIn = (page: Page) => page.locator("[data-row]").count();

test(`${MANY} conversations open and scroll with a hundred rows at most in the page`, async () => {
  await using alice = await here.person("busy");
  const sender = await here.service.addAccount("sender-of-many");
  const sent = await here.service.fetch("/v1/conversations", {
    method: "POST",
    token: sender.token,
    json: { to: [alice.address], title: "First", text: "x", submit: true },
  });
  await multiply((await json(sent)).conversationId);
  const { page } = alice;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Number 1\b/ }).waitFor();
  expect(await rowsIn(page)).toBeLessThan(100);

  const seen = `document.querySelector("[aria-posinset]").closest("section > div")`;
  let most = 0;
  for (let end = 0; ; ) {
    const height = await page.evaluate<number>(
      `(() => { const it = ${seen}; it.scrollTop = it.scrollHeight; return it.scrollHeight; })()`,
    );
    if (height === end) break;
    end = height;
    most = Math.max(most, await rowsIn(page));
    await page.evaluate(
      `new Promise((done) => {
        const look = () =>
          ${seen}.scrollHeight > ${height} || document.querySelector("[aria-setsize]").ariaSetSize !== "-1"
            ? done()
            : requestAnimationFrame(look);
        look();
      })`,
    );
  }
  await page.getByRole("link", { name: LAST }).waitFor();
  expect(most).toBeLessThan(100);

  // One comes back to the row that one has left, however far down it is.
  const row = page.getByRole("link", { name: DEEP });
  await row.scrollIntoViewIfNeeded();
  const scrolled = `${seen}.scrollTop`;
  const before = await page.evaluate<number>(scrolled);
  await row.click();
  await page
    .getByRole("heading", { name: DEEP, level: 1 })
    .and(page.locator(":focus"))
    .waitFor();
  await page.goBack();
  await row.and(page.locator(":focus")).waitFor();
  expect(await page.evaluate<number>(scrolled)).toBe(before);

  // A key moves the focus and draws a few rows, however many there are.
  await page.getByRole("link", { name: DEEP }).focus();
  await page.evaluate(
    `globalThis.drawn = 0; new MutationObserver((all) => { for (const it of all) drawn += it.addedNodes.length; }).observe(${seen}, { childList: true, subtree: true });`,
  );
  await page.keyboard.press("k");
  await page
    .getByRole("link", { name: ABOVE })
    .and(page.locator(":focus"))
    .waitFor();
  expect(await page.evaluate<number>("drawn")).toBeLessThan(100);
  await page.keyboard.press("e");
  await page.getByRole("link", { name: ABOVE }).waitFor({ state: "detached" });
  await page
    .getByRole("link", { name: DEEP })
    .and(page.locator(":focus"))
    .waitFor();
  expect(await rowsIn(page)).toBeLessThan(100);

  // A page that was read is not read again on the way back to it, however long one was away.
  const read: string[] = [];
  page.on("request", (it) => void read.push(it.url()));
  await page.evaluate(
    "{ const now = Date.now; Date.now = () => now() + 60_000; }",
  );
  await pressTwo(page, ["g", "s"]);
  await page.getByText("You haven't sent anything yet.").waitFor();
  await pressTwo(page, ["g", "i"]);
  await page.getByRole("link", { name: DEEP }).waitFor();
  expect(read.filter((url) => url.includes("view=inbox"))).toEqual([]);
  expect(alice.complaints).toEqual([]);
}, 120_000);

test("what was typed last is searched on the way back, however quickly a row was opened", async () => {
  const viewport = { width: 390, height: 800 };
  await using dinah = await here.person("dinah", { viewport });
  await here.asks("asks-dinah", dinah.address);
  const { page } = dinah;
  await page.clock.install();
  await page.goto("/inbox");
  const row = page.getByRole("link", { name: /Paint the fence/ });
  await row.waitFor();
  // The row works before the typing ends, while the page's clock stands still.
  await page.clock.pauseAt(Date.now() + 60_000);
  const search = page.getByRole("combobox", {
    name: "Search all conversations",
  });
  await search.fill("fence");
  await row.click();
  await page.waitForURL(/\/c\/[^?]+\?q=fence$/);
  await page.clock.resume();
  await page
    .getByRole("region", { name: /^Accept the request/ })
    .and(page.locator(":focus"))
    .waitFor();
  await page.goBack();
  await row.and(page.locator(":focus")).waitFor();
  expect(await search.inputValue()).toBe("fence");
  expect(new URL(page.url()).search).toBe("?q=fence");
  const welcome = page.getByRole("link", { name: /Welcome to/ });
  await welcome.waitFor({ state: "detached" });
  expect(dinah.complaints).toEqual([]);
}, 60_000);
