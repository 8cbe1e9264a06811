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
import type { Browser, Locator } from "playwright-core";
import { scopesOfPreset } from "../../src/core/identity/scopes.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { listCredentials } from "../../src/core/operations/list_credentials.ts";
import type { TestService } from "../harness.ts";
import { inProof } from "../proof.ts";
import { person } from "../web/person.ts";
import {
  addAuthenticator,
  enterCode,
  newDevice,
  startChromium,
  startPages,
} from "./chromium.ts";

setDefaultTimeout(60_000);

// RFC 7636, appendix B.
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

let browser: Browser;
let service: TestService;
let client: LocalClient;

beforeAll(async () => {
  browser = await startChromium();
});

// The library counts by network address, and all of these devices have the same.
beforeEach(async () => {
  setSystemTime(Date.now() + 120_000);
  service = await startPages();
  client = await startClient(
    `</q></title><script>document.title="owned"</script>`,
  );
});

afterEach(async () => {
  await client.stop();
  await service[Symbol.asyncDispose]();
});

afterAll(() => void setSystemTime());

/** A program of the device: it registers itself, and a real server of its own takes the answer. */
interface LocalClient {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly authorizeUrl: string;
  /** The answers that the browser has brought, the newest last. */
  readonly answers: readonly URLSearchParams[];
  stop(): Promise<void>;
}

async function startClient(name: string): Promise<LocalClient> {
  const answers: URLSearchParams[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const url = new URL(request.url);
      if (url.pathname !== "/callback") {
        return new Response(null, { status: 204 });
      }
      answers.push(url.searchParams);
      return new Response("<h1>Back at the client</h1>", {
        headers: { "content-type": "text/html" },
      });
    },
  });
  const redirectUri = `http://127.0.0.1:${server.port}/callback`;
  const registered = await service.fetch("/oauth/register", {
    method: "POST",
    json: {
      client_name: name,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  });
  const { client_id: clientId } = await registered.json();
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "inbox",
    state: "state-of-the-client",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  return {
    clientId,
    redirectUri,
    authorizeUrl: `/oauth/authorize?${query}`,
    answers,
    stop: () => server.stop(true),
  };
}

/** Trades the newest code for a token, as the client does. */
async function tokenStatus(): Promise<number> {
  const { status } = await service.fetch("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      code: client.answers.at(-1)?.get("code") ?? "",
      code_verifier: VERIFIER,
    }).toString(),
  });
  return status;
}

/** The scopes of a person's one client. */
async function grantedScopes(localPart: string) {
  const found = await service.operate(findAccount, { account: localPart });
  const { credentials } = await service.operate(listCredentials, {
    accountId: found.account.id,
  });
  expect(credentials).toHaveLength(1);
  return credentials[0]?.scopes;
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((it) => it === document.activeElement);
}

/** The description of a field that is read out after its name. */
async function describedBy(locator: Locator) {
  const ids = await locator.getAttribute("aria-describedby");
  const page = locator.page();
  return await Promise.all(
    (ids ?? "").split(" ").map((id) => page.locator(`#${id}`).textContent()),
  );
}

describe("the consent page in a real browser", () => {
  test("leads a newcomer from the client through the sign-up and back, with a code that works", async () => {
    await using device = await newDevice(browser, service);
    const { page } = device;
    await page.goto(client.authorizeUrl);
    await enterCode(service, page, "alice@mail.example");
    await page.getByLabel("Your name").fill("Alice");
    await page.getByLabel("Your address").fill("alice");
    await page.getByRole("button", { name: "Open my inbox" }).click();
    await page.getByRole("heading", { name: /^Allow/ }).waitFor();

    const facts = await page.locator("dl").textContent();
    expect(facts).toContain("The app chose this name");
    expect(facts).toContain(`this device, ${new URL(client.redirectUri).host}`);
    expect(facts).toContain("Alice, alice@inbox.localhost");
    expect(await page.content()).not.toContain("mail.example");

    await page.getByRole("radio", { name: "Full" }).check();
    await page.getByLabel("Per day").fill("5.00");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    expect(client.answers).toHaveLength(1);
    expect(client.answers[0]?.get("state")).toBe("state-of-the-client");
    expect(await tokenStatus()).toBe(200);
    expect(device.complaints).toEqual([]);
  });

  test("takes a refusal back to the client, and grants nothing", async () => {
    await using device = await person(browser, service, "bob");
    const { page } = device;
    await page.goto(client.authorizeUrl);
    await page.getByRole("button", { name: "Don't allow" }).click();
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    expect(client.answers[0]?.get("error")).toBe("access_denied");
    expect(client.answers[0]?.has("code")).toBe(false);
    expect(device.complaints).toEqual([]);
  });

  test("shows the client's own name as text, and runs no script at all", async () => {
    await using device = await person(browser, service, "carol");
    const { page } = device;
    await page.goto(client.authorizeUrl);
    const asked = await page.getByRole("heading", { level: 1 }).textContent();
    expect(asked).toContain(
      `</q></title><script>document.title="owned"</script>`,
    );
    expect(await page.title()).toBe("Allow access? · Conversation inbox");
    expect(await page.locator("script").count()).toBe(0);
    expect(device.complaints).toEqual([]);
  });

  inProof("is answered with the keyboard alone", async () => {
    await using device = await person(browser, service, "dora");
    const { page } = device;
    await page.goto(client.authorizeUrl);
    await page.keyboard.press("Tab");
    const assistant = page.getByRole("radio", { name: "Assistant" });
    expect(await isFocused(assistant)).toBe(true);
    await page.keyboard.press("ArrowUp");
    const draft = page.getByRole("radio", { name: "Draft only" });
    expect(await draft.isChecked()).toBe(true);
    expect(await describedBy(draft)).toEqual([
      "Can: Read your inbox and payments Can: Write drafts Can't: Reply and write to your contacts Can't: Pay and accept, within limits Can't: Change your profile and prices",
    ]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    for (const words of [
      "It can read your conversations and files, write drafts, see your balance and payments, read the audit records, look up addresses, see your contacts, and discover other agents.",
      "It can't send anything, pay, accept, decline or decide anything, sign receipts, change your contacts, change your address, profile or prices, or manage access, sessions or passkeys.",
    ]) {
      expect(await page.getByText(words).isVisible()).toBe(true);
    }
    const summaries = page.locator("summary");
    for (const field of [
      page.getByLabel("Per payment"),
      page.getByLabel("Per day"),
      page.getByLabel("Per payee and day"),
      page.getByLabel("It can pay new people without asking you"),
      summaries.nth(1),
      page.getByLabel("Requests up to"),
      summaries.last(),
    ]) {
      await page.keyboard.press("Tab");
      expect(await isFocused(field)).toBe(true);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    expect(await tokenStatus()).toBe(200);
    expect(await grantedScopes("dora")).toEqual([
      ...(scopesOfPreset("draft_only") ?? []),
    ]);
    expect(device.complaints).toEqual([]);
  });

  test("asks again for a limit that is no amount, and keeps what was chosen", async () => {
    await using device = await person(browser, service, "erin");
    const { page } = device;
    await page.goto(client.authorizeUrl);
    await page.getByRole("radio", { name: "Full" }).check();
    await page.getByLabel("Per payment").fill("1.00");
    await page.getByLabel("Per day").fill("lots");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    const wrong = page.locator("[aria-invalid=true]");
    await wrong.waitFor();
    expect(client.answers).toEqual([]);
    expect(await isFocused(wrong)).toBe(true);
    expect(await describedBy(wrong)).toContain(
      "Enter an amount, such as 5.00.",
    );
    expect(await page.getByLabel("Per payment").inputValue()).toBe("1.00");
    expect(await page.getByRole("radio", { name: "Full" }).isChecked()).toBe(
      true,
    );
    await wrong.fill("2.00");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    expect(client.answers).toHaveLength(1);
  });
});

describe("whom a client may pay", () => {
  test("is folded, and opens with the choices when they must be corrected", async () => {
    await using device = await person(browser, service, "heidi");
    const { page } = device;
    await page.goto(client.authorizeUrl);
    const payees = page.getByLabel("Only to these addresses");
    expect(await payees.isVisible()).toBe(false);
    await page.getByText("Limit who it can pay").click();
    await payees.fill("bob");
    await page.getByRole("checkbox", { name: "Clients" }).check();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    expect(await isFocused(payees)).toBe(true);
    expect(await describedBy(payees)).toContain(
      "Enter addresses such as bob@example.org.",
    );
    const clients = page.getByRole("checkbox", { name: "Clients" });
    expect(await clients.isChecked()).toBe(true);
    await payees.fill("bob@example.org");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    expect(client.answers).toHaveLength(1);
  });
});

describe("a client on the person's machine that is allowed already", () => {
  test("is asked for again after the code, past the policy for forms", async () => {
    await using first = await person(browser, service, "frank");
    await first.page.goto(client.authorizeUrl);
    await first.page
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await first.page.getByRole("heading", { name: /^Back/ }).waitFor();

    await using second = await newDevice(browser, service);
    await second.page.goto(client.authorizeUrl);
    await enterCode(service, second.page, "frank@mail.example");
    await second.page
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await second.page.getByRole("heading", { name: /^Back/ }).waitFor();
    expect(client.answers).toHaveLength(2);
    expect(second.complaints).toEqual([]);
  });

  inProof("is asked for again after the passkey", async () => {
    await using device = await person(browser, service, "grace");
    const { page } = device;
    await addAuthenticator(device);
    await page.goto("/account");
    await page.getByRole("button", { name: /^Add a passkey/ }).click();
    await page.getByText("Passkey added.").waitFor();
    await page.goto(client.authorizeUrl);
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: /^Back/ }).waitFor();

    await page.goto("/account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(client.authorizeUrl);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: /^Back/ }).waitFor();
    expect(client.answers).toHaveLength(2);
    expect(device.complaints).toEqual([]);
  });
});
