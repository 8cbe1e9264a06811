import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "../auth/browser.ts";
import { signIn, signUp, tokenOf } from "../auth/browser.ts";
import { startPages } from "../auth/chromium.ts";
import { authorizeUrl, newClient } from "../auth/oauth_tools.ts";
import type { TestService } from "../harness.ts";
import { openInvite, stopPathIn } from "../mail/guest.ts";
import { startRelay } from "../mail/relay.ts";
import { englishIn } from "./english_left.ts";
import { stage } from "./stage.ts";

let service: TestService;

beforeAll(async () => {
  service = await startPages();
});

afterAll(() => service[Symbol.asyncDispose]());

const GERMAN = { "accept-language": "de-DE, de;q=0.9" };

async function htmlOf(
  path: string,
  headers: Readonly<Record<string, string>>,
  browser?: Browser,
): Promise<string> {
  const url = new URL(path, service.baseUrl);
  const response = await fetch(url, {
    redirect: "manual",
    headers: {
      accept: "text/html",
      ...(browser && { cookie: browser.cookies }),
      ...headers,
    },
  });
  return await response.text();
}

/** The page is all in German, and would have been found to be in English. */
async function expectGerman(path: string, browser?: Browser): Promise<string> {
  const english = await htmlOf(path, {}, browser);
  expect([path, englishIn(english).length > 1]).toEqual([path, true]);
  const german = await htmlOf(path, GERMAN, browser);
  expect(german).toContain('<html lang="de">');
  expect([path, englishIn(german)]).toEqual([path, []]);
  return german;
}

test("the front page, sign-in and a page that is not there are in German", async () => {
  const front = await expectGerman("/");
  expect(front).toContain("Posteingang einrichten");
  // A command stays what it is in every language.
  expect(front).toContain("claude mcp add");
  await expectGerman("/sign-in");
  await expectGerman("/no-such-page");
});

test("sign-up is in German, also what it finds wrong, and the account's page", async () => {
  const newcomer = await signIn(service, "nina@mail.example", "", "192.0.2.1");
  await expectGerman("/sign-up", newcomer);
  const refused = await newcomer.post("/sign-up", { displayName: "" }, GERMAN);
  const html = await refused.text();
  expect(html).toContain("Geben Sie einen Namen ein.");
  expect(englishIn(html)).toEqual([]);
  await newcomer.post("/sign-up", { displayName: "Nina", localPart: "nina" });
  await expectGerman("/account", newcomer);
});

test("consent is in German, also what it finds wrong", async () => {
  const browser = await signUp(service, "gerd", "192.0.2.2");
  const clientId = await newClient(service, { client_name: "Robotnik" });
  const asked = await browser.get(authorizeUrl(service, clientId).href);
  const location = asked.headers.get("location") ?? "";
  expect(location).toContain("/oauth/consent");
  const page = await expectGerman(location, browser);
  expect(page).toContain("Darf nicht ");
  const query = location.slice(location.indexOf("?") + 1);
  const wrong = { decision: "allow", perDay: "viel", payees: "Bodo", query };
  const refused = await browser.post("/oauth/consent", wrong, GERMAN);
  const html = await refused.text();
  expect([refused.status, englishIn(html)]).toEqual([400, []]);
  expect(html).toContain("Geben Sie Adressen wie bob@example.org ein.");
  const nobody = authorizeUrl(service, "nobody");
  await expectGerman(nobody.pathname + nobody.search, browser);
});

test("an account's page is in the language that it chose, whatever the browser asks for", async () => {
  const browser = await signUp(service, "lena", "192.0.2.3");
  const token = await tokenOf(browser);
  const changed = await service.fetch("/v1/notifications", {
    method: "PUT",
    token,
    json: { language: "de" },
  });
  expect(changed.status).toBe(200);
  const english = { "accept-language": "en" };
  expect(await htmlOf("/account", english, browser)).toContain("Ihr Konto");
});

test("a guest's pages are in German, with a price, a file and the end of the mail", async () => {
  await using relay = await startRelay();
  const sender = await service.addAccount("sigrid", { credit: "10.00" });
  const { browser } = await openInvite(service, relay, sender, {
    to: ["gast@example.org"],
    title: "Fassade streichen",
    text: "Bitte bis Mai.",
    price: "5",
    artifacts: [{ name: "plan.txt", mimeType: "text/plain", bytes: "eA==" }],
  });
  const page = await expectGerman("/i", browser);
  // Without a script the service does not know the guest's zone: it says which one it is.
  expect(page).toMatch(/<time datetime="[^"]+Z">[^<]+ UTC<\/time>/);
  await browser.get(stopPathIn(relay));
  await expectGerman("/i/unsubscribe", browser);
});

test("a receipt is in German", async () => {
  const browser = await signUp(service, "rolf", "192.0.2.4");
  const token = await tokenOf(browser);
  const text = "Zwölf Seiten übersetzen";
  const { done } = await stage(service, token, "rolf@inbox.localhost", {
    text,
  });
  const page = await expectGerman(`/receipts/${done}`, browser);
  expect(page).toContain("Unterschrift");
});
