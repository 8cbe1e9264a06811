import { expect, test } from "bun:test";
import { addAuthenticator } from "../../auth/chromium.ts";
import { inProof } from "../../proof.ts";
import { story } from "./story.ts";

const here = story();

test("a link into the inbox leads there after the sign-in, and the session renews itself", async () => {
  await using hana = await here.person("hana");
  const { page, context } = hana;
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Welcome to/ }).click();
  await page.getByLabel("Your reply").waitFor();
  const thread = new URL(page.url()).pathname;
  // The token runs out while the page is open.
  here.service.clock.advance(16 * 60_000);
  await page.getByLabel("Your reply").fill("help");
  // An answer that is still on its way would bring the cookie back.
  const sent = page.waitForResponse(
    (it) => it.url().endsWith("/messages") && it.status() === 201,
  );
  await page.getByRole("button", { name: "Send reply" }).click();
  await sent;
  await page.getByText("help", { exact: true }).first().waitFor();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto(thread);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await context.addCookies(cookies);
  await page.goto("/");
  await page.waitForURL((url) => url.pathname === thread);
}, 60_000);

test("a passkey is added in a dialog, named, and removed again", async () => {
  await using cia = await here.person("cia");
  await addAuthenticator(cia);
  const { page } = cia;
  await page.goto("/settings/sessions");
  await page.getByText("None yet. With a passkey").waitFor();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Passkey name").fill("My telephone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Passkey added.").waitFor();
  await page.getByRole("button", { name: "Remove My telephone" }).click();
  await page
    .getByRole("dialog", { name: "Remove My telephone" })
    .getByRole("button", { name: "Remove", exact: true })
    .click();
  await page.getByText("None yet. With a passkey").waitFor();
  expect(cia.complaints).toEqual([]);
}, 60_000);

test("colours follow the device until a person chooses, and stay chosen", async () => {
  await using carol = await here.person("carol", {
    colorScheme: "dark",
  });
  const { page } = carol;
  const isDark = () =>
    page.evaluate<boolean>(
      "getComputedStyle(document.body).backgroundColor === 'rgb(17, 17, 20)'",
    );
  await page.goto("/settings/appearance");
  await page.getByRole("radio", { name: "Light" }).waitFor();
  expect(await isDark()).toBe(true);
  await page.getByRole("radio", { name: "Light" }).check();
  expect(await isDark()).toBe(false);
  await page.reload();
  await page.getByRole("radio", { name: "Light", checked: true }).waitFor();
  expect(await isDark()).toBe(false);
}, 60_000);

inProof(
  "a page is in the language that the browser asks for, until the person chooses one",
  async () => {
    await using ann = await here.person("ann", { locale: "de-AT" });
    const { page } = ann;
    await page.goto("/settings/appearance");
    const html = page.locator("html");
    const choice = page.getByLabel("Sprache");
    await choice.waitFor();
    expect(await html.getAttribute("lang")).toBe("de");
    await choice.selectOption("English");
    await page.getByLabel("Language").waitFor();
    expect(await html.getAttribute("lang")).toBe("en");
    await page.getByLabel("Language").selectOption("Deutsch");
    await choice.waitFor();
    expect(ann.complaints).toEqual([]);
  },
  60_000,
);
