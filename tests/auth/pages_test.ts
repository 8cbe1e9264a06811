import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  setSystemTime,
  test,
} from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { TestService } from "../harness.ts";
import { inProof } from "../proof.ts";
import { person } from "../web/person.ts";
import { codeFor, mailed } from "./browser.ts";
import type { Device } from "./chromium.ts";
import {
  addAuthenticator,
  enterCode,
  newDevice,
  signUpThrough,
  startChromium,
  startPages,
  toAccount,
} from "./chromium.ts";

setDefaultTimeout(60_000);

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  browser = await startChromium();
});

// The library counts by network address, and all of these devices have the same.
beforeEach(async () => {
  setSystemTime(Date.now() + 120_000);
  service = await startPages();
});

afterEach(() => service[Symbol.asyncDispose]());

afterAll(() => void setSystemTime());

describe("a person in a real browser", () => {
  test("signs up by code, adds a passkey, signs out and comes back with the passkey", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    await signUpThrough(service, page, "alice");
    expect(await page.getByText("alice@inbox.localhost").count()).toBe(1);
    expect(await page.content()).not.toContain("mail.example");

    await addAuthenticator(device);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey added.").waitFor();

    const old = await sessionCookies(device);
    expect(old).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await sessionCookies(device)).toEqual([]);
    await device.context.addCookies(old);
    await page.goto("/");
    await page.getByRole("link", { name: "Create an inbox" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();

    await page.getByRole("button", { name: "Use a passkey" }).click();
    await toAccount(page);
    expect(await page.getByText("alice@inbox.localhost").count()).toBe(1);
    expect(device.complaints).toEqual([]);
  });

  test("is told when the passkey is not known, and is not signed in by it", async () => {
    await using device = await person(browser, service, "bob");
    const { page } = device;
    await addAuthenticator(device);
    await page.goto("/account");
    await page.getByRole("button", { name: /^Add a passkey/ }).click();
    await page.getByText("Passkey added.").waitFor();
    await page.evaluate(
      `fetch("/api/auth/passkey/list-user-passkeys").then((it) => it.json()).then(([{ id }]) =>
        fetch("/api/auth/passkey/delete-passkey", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) }))`,
    );
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("This passkey isn't registered here.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    expect(await page.getByRole("status").textContent()).toContain(
      "with an email code",
    );
  });

  test("goes back after the code to no form that was sent", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    await page.goto("/sign-in");
    await enterCode(service, page, "back@mail.example");
    await page.getByLabel("Your name").waitFor();
    const answer = await page.goBack();
    expect(answer?.request().method()).toBe("GET");
    await page.getByLabel("Your name").waitFor();
    expect(device.complaints).toEqual([]);
  });

  inProof("signs up with the keyboard alone", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    const email = "carol@mail.example";
    await page.goto("/sign-in");
    await page.locator("[name=email]:focus").waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.locator("[name=code]:focus").waitFor();
    await mailed(service, email);
    await page.keyboard.type(codeFor(service, email));
    await page.keyboard.press("Enter");
    await page.locator("[name=displayName]:focus").waitFor();
    await page.keyboard.type("Carol");
    await page.keyboard.press("Tab");
    await page.keyboard.type("carol");
    await page.keyboard.press("Enter");
    await toAccount(page);
    await page.getByText("carol@inbox.localhost").waitFor();
    expect(await focusStops(page)).toEqual([
      "See how",
      "Access",
      "Add a passkey",
      "Back to your inbox",
      "Sign out",
    ]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(device.complaints).toEqual([]);
  });

  test("needs no script: without one the code signs in, and no dead button is shown", async () => {
    await using device = await newDevice(browser, service, {
      javaScriptEnabled: false,
    });
    const { page } = device;
    await signUpThrough(service, page, "dora");
    const shown = await page.getByRole("button").allTextContents();
    expect(shown).toEqual(["Sign out"]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(device.complaints).toEqual([]);
  });

  inProof("sees a hostile name as the text that it is", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    const name = `<img src=x onerror="document.title='owned'">"'&amp;`;
    await page.goto("/sign-in");
    await enterCode(service, page, "mallory@mail.example");
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Open my inbox" }).click();
    await toAccount(page);
    const shown = page.locator("dd").first();
    expect(await shown.textContent()).toBe(name);
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.locator("[data-passkey]").getAttribute("data-name")).toBe(
      name,
    );
    expect(await page.title()).toBe("Your account · Conversation inbox");
    expect(device.complaints).toEqual([]);
  });

  inProof(
    "reads everything on a narrow screen and on a telephone without scrolling sideways",
    async () => {
      await using device = await newDevice(browser, service, {
        viewport: { width: 320, height: 640 },
      });
      const { page } = device;
      const isTooWide = () =>
        page.evaluate<boolean>(
          "document.documentElement.scrollWidth > document.documentElement.clientWidth",
        );
      await page.goto("/sign-in");
      expect(await isTooWide()).toBe(false);
      await enterCode(service, page, "wide@mail.example");
      await page.getByLabel("Your name").fill("W".repeat(100));
      expect(await isTooWide()).toBe(false);
      await page.getByLabel("Your address").fill("w".repeat(40));
      await page.getByRole("button", { name: "Open my inbox" }).click();
      await toAccount(page);
      expect(await isTooWide()).toBe(false);
      await page.setViewportSize({ width: 390, height: 800 });
      for (const path of ["/docs", "/problems/rate_limited", "/account"]) {
        await page.goto(path);
        const width = await page.evaluate(
          "document.documentElement.clientWidth",
        );
        expect({ path, width, isTooWide: await isTooWide() }).toEqual({
          ...{ path, width: 390, isTooWide: false },
        });
      }
    },
  );

  test("hears what is wrong with a field, together with the field", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    await page.goto("/sign-in");
    await enterCode(service, page, "erin@mail.example");
    await page.getByLabel("Your name").fill("Erin");
    await page.getByLabel("Your address").fill("No Spaces");
    await page.getByRole("button", { name: "Open my inbox" }).click();
    const wrong = page.locator("[aria-invalid=true]");
    await wrong.waitFor();
    expect(await wrong.getAttribute("name")).toBe("localPart");
    const error = page.getByRole("alert");
    expect(await error.textContent()).toContain("lower-case letters");
    const described = await wrong.getAttribute("aria-describedby");
    expect(described?.split(" ")).toContain(
      String(await error.getAttribute("id")),
    );
    expect(await page.evaluate("document.activeElement.name")).toBe(
      "localPart",
    );
    expect(await page.getByLabel("Your name").inputValue()).toBe("Erin");
    expect(await page.title()).toStartWith("Error: ");
  });
});

async function sessionCookies({ context }: Device) {
  const cookies = await context.cookies();
  return cookies.filter(({ name }) => name.includes("session"));
}

/** The elements that the tab key reaches, in its order. */
async function focusStops(page: Page) {
  const stops: string[] = [];
  const count = await page.locator("a[href], button:visible, input").count();
  for (let stop = 0; stop < count; stop++) {
    await page.keyboard.press("Tab");
    stops.push(String(await page.evaluate("document.activeElement.innerText")));
  }
  return stops;
}
