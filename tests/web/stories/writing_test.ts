import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { json } from "../../harness.ts";
import { inProof } from "../../proof.ts";
import { check } from "../axe.ts";
import type { Person } from "../person.ts";
import type { PlainPage } from "../plain/page.ts";
import { story } from "./story.ts";

const here = story();

const titleOf = (page: Page | PlainPage) =>
  page.getByLabel("Title").inputValue();

const textOf = (page: Page | PlainPage) =>
  page.getByLabel("Message", { exact: true }).inputValue();

async function draftsOf({ token }: Pick<Person, "token">) {
  const path = "/v1/conversations?view=drafts";
  return (await json(await here.service.fetch(path, { token }))).conversations;
}

test("what is written survives a reload, a lost connection and a closed page", async () => {
  await using dana = await here.person("dana");
  const { page, context } = dana;
  await page.goto("/compose");
  await page.getByLabel("Title").fill("Half a thought");
  await page.getByText("Saved as a draft").waitFor();
  await context.setOffline(true);
  await page.getByLabel("Message").fill("written in a tunnel");
  await page.getByText("Saved on this device only.").waitFor();
  await page
    .getByRole("status", { name: "Connection" })
    .getByText("You're offline.")
    .waitFor();
  await context.setOffline(false);
  await page.reload();
  expect(await page.getByLabel("Message").inputValue()).toBe(
    "written in a tunnel",
  );
  await page.getByLabel("Message").press("End");
  await page.keyboard.type("!");
  await page.getByText("Saved as a draft").waitFor();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("link", { name: /Half a thought/ }).click();
  await page.getByRole("dialog", { name: "Draft" }).waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe(
    "written in a tunnel!",
  );
  expect(await draftsOf(dana)).toHaveLength(1);
}, 60_000);

inProof(
  "unsaved drafts do not overwrite each other, keep what they follow, and are their writer's alone",
  async () => {
    await using cy = await here.person("cy");
    await using dee = await here.person("dee");
    const { page } = cy;
    const [welcome] = (
      await json(
        await here.service.fetch("/v1/conversations", { token: cy.token }),
      )
    ).conversations;
    const followUp = `/compose?context=${welcome.contextId}&to=${dee.address}&title=Re`;
    const isLost = (url: URL) => url.pathname === "/v1/conversations";
    await page.route(isLost, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto("/compose");
    await page.getByLabel("Title").fill("First thing");
    await page.getByText("Saved on this device only.").waitFor();
    await page.goto(followUp);
    expect(await titleOf(page)).toBe("Re");
    await page.getByLabel("Message").fill("And another thing");
    await page.getByText("Saved on this device only.").waitFor();
    await page.reload();
    expect(await textOf(page)).toBe("And another thing");

    // Somebody else at the same here.browser.
    const own = await cy.context.cookies();
    await cy.context.clearCookies();
    await cy.context.addCookies(await dee.context.cookies());
    await page.goto("/compose");
    await page.getByRole("heading", { name: "New request" }).waitFor();
    expect(await titleOf(page)).toBe("");
    await cy.context.clearCookies();
    await cy.context.addCookies(own);

    await page.unroute(isLost);
    for (const address of [followUp, "/compose"]) {
      await page.goto(address);
      await page.waitForURL("**/compose/cnv_*");
    }
    const drafts = await draftsOf(cy);
    expect(
      drafts.map((it: { title: string; contextId: string }) => [
        it.title,
        it.contextId === welcome.contextId,
      ]),
    ).toEqual([
      ["First thing", false],
      ["Re", true],
    ]);
  },
  60_000,
);

test("who signs out leaves no words on the device; a slip in an address here is told", async () => {
  await using flo = await here.person("flo");
  const { page } = flo;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByLabel("Your reply").fill("Not sent yet");
  await page.goto("/compose");
  const to = page.getByLabel("To", { exact: true });
  await to.fill("nobody-here@inbox.localhost,");
  await page.getByText("No account has this address").waitFor();
  await page.getByText("so no one will read this.").waitFor();
  const kept = () =>
    page.evaluate<string>("JSON.stringify(Object.entries(localStorage))");
  expect(await kept()).toContain("Not sent yet");
  await page.goto("/settings/sessions");
  await page.getByRole("button", { name: "Sign out here" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await kept()).not.toContain("Not sent yet");
}, 60_000);

/** How long the page waits for the writer to go on. */
const PAUSE_MS = 400;

const PREVIEW = "/v1/conversations/preview";

inProof(
  "what will happen is asked once the writer pauses, without the words",
  async () => {
    await using zoe = await here.person("zoe");
    await using yan = await here.person("yan");
    const { page } = zoe;
    const asked: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(PREVIEW)) asked.push(request.postDataJSON());
    });
    await page.clock.install();
    await page.goto("/compose");
    const said = page.getByRole("region", { name: "When you send" });
    const ofDraft = page.waitForResponse(
      (it) =>
        it.url().endsWith(PREVIEW) &&
        it.request().postDataJSON().conversationId !== undefined,
    );
    await page.getByLabel("To", { exact: true }).fill(`${yan.address},`);
    await said
      .getByText(`${yan.address} gets the message and its files right away.`)
      .waitFor();
    await said.getByText("the message is empty").waitFor();
    // The first save gives the draft an id, with which it is asked about once more.
    await ofDraft;

    await stopClock(page);
    const before = asked.length;
    await page.getByLabel("Message").pressSequentially("Paint the fence");
    await page.getByLabel("Price").pressSequentially("2.50");
    await page.clock.runFor(PAUSE_MS - 1);
    expect(asked).toHaveLength(before);
    const answer = page.waitForResponse(`**${PREVIEW}`);
    await page.clock.runFor(1);
    await answer;
    await page.clock.resume();
    await said
      .getByText("2.50 USDC (TEST) of your 1,000.00 USDC (TEST) is held.")
      .waitFor();
    expect(await said.getByText("the message is empty").count()).toBe(0);
    expect(asked.slice(before)).toMatchObject([{ price: "2.50", text: "…" }]);

    // Another word changes nothing that would happen.
    await stopClock(page);
    await page.getByLabel("Message").pressSequentially(", please");
    await page.clock.runFor(2 * PAUSE_MS);
    expect(asked).toHaveLength(before + 1);
    expect(zoe.complaints).toEqual([]);
  },
  60_000,
);

/** From now on time passes only as the test says. */
async function stopClock(page: Page): Promise<void> {
  // Far enough that a slow machine is not there before.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
}

test("a request is a sheet at the lower right, and the conversation behind it is read and answered", async () => {
  const viewport = { width: 1440, height: 900 };
  await using una = await here.person("una", { viewport });
  const { page } = una;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.keyboard.press("c");
  const sheet = page.getByRole("dialog", { name: "New request" });
  await page.locator("input:focus").waitFor();
  const box = await sheet.boundingBox();
  expect(box?.width).toBe(640);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440 - 24);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900);
  await page.getByLabel("Title").fill("Beside it");
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByRole("heading", { name: /Welcome to/, level: 1 }).waitFor();
  await check(page, "a request over a conversation");
  expect(await page.getByLabel("Title").inputValue()).toBe("Beside it");
  await page.getByLabel("Title").press("Escape");
  await page.getByRole("button", { name: "Beside it" }).waitFor();
  await page.keyboard.press("r");
  await page.keyboard.type("Thank you");
  const send = page.getByRole("button", { name: /^Send/ });
  await send.click({ trial: true });
  expect(una.complaints).toEqual([]);
}, 60_000);

inProof(
  "keys write Markdown at what is selected, one more takes it back, and so does the browser",
  async () => {
    await using moe = await here.person("moe");
    const { page } = moe;
    await page.goto("/compose");
    const text = page.getByLabel("Message", { exact: true });
    await text.fill("Be bold");
    const select = (from: number, to: number) =>
      text.evaluate(
        (it, [start, end]) => {
          if (it instanceof HTMLTextAreaElement)
            it.setSelectionRange(start, end);
        },
        [from, to] as const,
      );
    await select(3, 7);
    await page.keyboard.press("Control+b");
    expect(await textOf(page)).toBe("Be **bold**");
    await page.keyboard.press("Control+i");
    expect(await textOf(page)).toBe("Be **_bold_**");
    await page.keyboard.press("Control+i");
    await page.keyboard.press("Control+b");
    expect(await textOf(page)).toBe("Be bold");
    await page.keyboard.press("Control+e");
    expect(await textOf(page)).toBe("Be `bold`");
    await page.keyboard.press("Control+z");
    expect(await textOf(page)).toBe("Be bold");
    await select(3, 7);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("https://a.example");
    expect(await textOf(page)).toBe("Be [bold](https://a.example)");
    await page.keyboard.press("Control+Shift+Digit8");
    expect(await textOf(page)).toBe("- Be [bold](https://a.example)");
    expect(
      await page.getByRole("combobox", { name: "Search and commands" }).count(),
    ).toBe(0);
    await page.getByText("Saved as a draft").waitFor();
    await page.reload();
    expect(await textOf(page)).toBe("- Be [bold](https://a.example)");

    await page.getByLabel("Title").press("Escape");
    await page.getByRole("link", { name: /Welcome to/ }).click();
    const reply = page.getByLabel("Your reply");
    await reply.fill("thanks");
    await reply.press("Control+a");
    await reply.press("Control+b");
    expect(await reply.inputValue()).toBe("**thanks**");
    expect(moe.complaints).toEqual([]);
  },
  60_000,
);

inProof(
  "a long text scrolls in its field: the recipients, title and price stay in the sheet",
  async () => {
    await using una = await here.person("una");
    const { page } = una;
    await page.goto("/compose");
    const text = page.getByLabel("Message", { exact: true });
    await text.fill("A line\n".repeat(200));
    for (const height of [860, 500]) {
      await page.setViewportSize({
        width: height === 860 ? 1280 : 800,
        height,
      });
      const sheet = await page.getByRole("dialog").boundingBox();
      const top = sheet?.y ?? 0;
      for (const name of ["To", "Title", "Price"]) {
        const box = await page.getByLabel(name, { exact: true }).boundingBox();
        expect(box?.y).toBeGreaterThan(top);
        expect(box?.y).toBeLessThan(top + (sheet?.height ?? 0));
      }
    }
  },
  60_000,
);
