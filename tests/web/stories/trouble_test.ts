import { describe, expect, test } from "bun:test";
import { pagesOf, stage } from "../stage.ts";
import { go, settled, story } from "./story.ts";

const here = story();

const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>{{7*7}}"'&amp;\u202e`;

describe("hostile content", () => {
  test("is text in every field of every page, and breaks no policy", async () => {
    await using alice = await here.person("hostile");
    const { page, token, address } = alice;
    const set = await stage(here.service, token, address, { text: HOSTILE });
    await page.goto("/inbox");
    for (const path of pagesOf(set)) {
      await go(page, path);
      await settled(page);
      expect(await page.title()).not.toBe("owned");
      expect(await page.locator("#app img, #app script").count()).toBe(0);
    }
    await page.goto(`/c/${set.offered}`);
    await settled(page);
    const text = (await page.locator("main").textContent()) ?? "";
    expect(text.split("<img src=x onerror=").length).toBeGreaterThan(6);
    expect(alice.complaints).toEqual([]);
  }, 60_000);

  test("of a message makes no link but to the web", async () => {
    await using alice = await here.person("links");
    const text =
      "javascript:alert(1) data:text/html,x https://ok.example/a?b=1. file:///etc";
    const { offered } = await stage(here.service, alice.token, alice.address, {
      text,
    });
    await alice.page.goto(`/c/${offered}`);
    await settled(alice.page);
    const links = alice.page
      .getByRole("log", { name: "Messages" })
      .locator("a[target]");
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute("href")).toBe("https://ok.example/a?b=1");
    expect(await links.getAttribute("rel")).toContain("noopener");
  }, 60_000);
});

test("an error in a dialog is shown in it, and other errors cover no button", async () => {
  const viewport = { width: 1440, height: 900 };
  await using bea = await here.person("bea", { viewport });
  const { page } = bea;
  const { id } = await here.asks("asks-bea", bea.address, { price: "5.00" });
  await page.goto(`/c/${id}`);
  await page.getByRole("button", { name: "Decline" }).click();
  const dialog = page.getByRole("dialog", { name: "Decline this?" });
  await page.route("**/decisions", (route) => route.abort());
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await dialog.getByRole("alert").getByText("reach the service").waitFor();
  const notices = page.getByRole("log", { name: "Notices" });
  expect(await notices.locator("p").count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.route("**/messages", (route) => route.abort());
  await page.getByRole("button", { name: "Write a reply" }).click();
  await page.getByLabel("Your reply").fill("Gladly");
  const send = page.getByRole("button", { name: "Send reply" });
  await send.click();
  const said = notices.getByText("Can't reach the service.");
  await said.waitFor();
  // Whatever can be pressed is what one presses there.
  const hidden = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("button, a")].filter((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 1 && top?.closest("[data-toasts]") && !it.closest("[data-toasts]");
    }).map((it) => it.textContent)`,
  );
  expect(hidden).toEqual([]);
  const area = await notices.boundingBox();
  const left = (await send.boundingBox())?.x ?? 0;
  expect((area?.x ?? left) + (area?.width ?? 0)).toBeLessThan(left);
}, 60_000);

test("a missing or unreadable page says so and offers a way on", async () => {
  await using elsa = await here.person("elsa");
  const { page } = elsa;
  await page.goto("/imbox");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("link", { name: "Go to your inbox" }).click();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();
  await page.goto("/c/cnv_nothing");
  await page.getByRole("heading", { name: "Conversation not found" }).waitFor();
  await page.getByRole("link", { name: "Back to Inbox" }).click();
  await page.getByRole("link", { name: /Welcome to/ }).waitFor();

  await page.route("**/v1/balance", (route) => route.abort());
  await page.goto("/payments/balance");
  await page.getByText("Couldn't load this. The service can't").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Available").waitFor();
}, 60_000);

test("the first view is painted before the service has answered anything", async () => {
  await using alice = await here.person("quick");
  const { page } = alice;
  await page.route("**/v1/**", () => {});
  await page.goto("/inbox");
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0],
  );
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  expect(await page.getByText("Welcome to").count()).toBe(0);
}, 60_000);
