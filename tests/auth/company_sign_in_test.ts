import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readConfig } from "../../src/config/config.ts";
import { peopleStore } from "../../src/core/identity/sessions_store.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { rowsOf, SEND } from "./attack.ts";
import { Browser } from "./browser.ts";
import { startCompany } from "./company_provider.ts";

setDefaultTimeout(30_000);

const PEOPLE = {
  mira: {
    ...{ name: "Mira Klein", email: "mira@acme.example", email_verified: true },
  },
  rogue: { name: "Rogue", email: "mira@acme.example", email_verified: false },
  outside: { name: "Bo", email: "bo@elsewhere.example", email_verified: true },
  second: { name: "Second", email: "mira@acme.example", email_verified: true },
  tess: {
    ...{ name: "Tess", email: "tess@acme.example", email_verified: true },
    groups: ["staff", "leads", "unknown"],
  },
  nora: { name: "Nora", email: "nora@acme.example", email_verified: true },
  support: {
    ...{ name: "sam@acme", email: "sam@acme.example", email_verified: true },
  },
};

let company: Awaited<ReturnType<typeof startCompany>>;
let s: TestService;
beforeAll(async () => {
  company = await startCompany(PEOPLE);
  const provider = { id: "acme", label: "Acme", clientId: "inbox" };
  const away = { ...provider, id: "away", label: "Away" };
  s = await startService({
    isRealTime: true,
    env: {
      SIGN_UP: "closed",
      OIDC_PROVIDERS: JSON.stringify([
        {
          ...{ ...provider, issuer: company.issuer },
          ...{ clientSecret: "a secret of the inbox" },
          domains: ["acme.example"],
          teams: {
            claim: "groups",
            map: {
              staff: "support@inbox.localhost:responder",
              leads: "sales@inbox.localhost:manager",
            },
          },
        },
        { ...away, issuer: "http://127.0.0.1:9", domains: ["away.example"] },
      ]),
    },
  });
  company.admit(`${s.baseUrl}/api/auth/callback/acme`);
});
afterAll(async () => {
  await s[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

/** Signs in as somebody at the company; the page at which the browser arrives. */
async function signIn(person: keyof typeof PEOPLE, browser = new Browser(s)) {
  company.person.is = person;
  let path = "/sign-in/company/acme";
  for (let hops = 0; hops < 12; hops++) {
    const response = await browser.get(path);
    const to = response.headers.get("location");
    if (to === null) return { browser, path, page: await response.text() };
    path = new URL(to, path.startsWith("http") ? path : s.baseUrl).href;
    if (path.startsWith(s.baseUrl)) path = path.slice(s.baseUrl.length);
  }
  throw new Error("It leads nowhere");
}

/** The account of a browser's session. */
async function accountOf(browser: Browser) {
  const response = await browser.call("/api/auth/session-token");
  const { token } = await response.json();
  const account = await s.fetch("/v1/account", { token });
  return [response.status, await account.json(), token] as const;
}

test("a person of a company signs in by its provider and has an account, though the sign-up is closed", async () => {
  const page = await (await new Browser(s).get("/sign-in")).text();
  expect(page).toContain('href="/sign-in/company/acme"');
  const { browser, path } = await signIn("mira");
  expect(path).toBe("/");
  const [, mira] = await accountOf(browser);
  expect(mira.account).toMatchObject({ displayName: "Mira Klein" });
  expect(JSON.stringify(mira)).toContain("mira@inbox");
  const again = await accountOf((await signIn("mira")).browser);
  expect(again[1].account.id).toBe(mira.account.id);
  const rows = await rowsOf(s, "auth_accounts");
  expect(rows).toHaveLength(1);
  // Of the issuer's own id, without any of its tokens.
  const [kept] = rows.map((row) => Object.values(Object(row)));
  expect(kept).toContain(JSON.stringify([company.issuer, "mira"]));
  expect(JSON.stringify(kept)).not.toContain("eyJ");
});

test("a mailbox alone gives nobody an account: not one that isn't verified, of another domain, or a colleague's", async () => {
  for (const [person, why] of [
    ["rogue", "confirmed your email address"],
    ["outside", "belong to Acme"],
    ["second", "somebody else at Acme"],
  ] as const) {
    const { path, page, browser } = await signIn(person);
    expect(path).toStartWith("/sign-in?company=acme&error=");
    expect(page).toContain(why);
    expect((await accountOf(browser))[0]).toBe(401);
  }
  expect(await rowsOf(s, "auth_accounts")).toHaveLength(1);
});

test("a verified mailbox of the company leads to the account that has it, and a name that nobody may have to another one", async () => {
  const { accountId } = await s.addAccount("nora");
  const { db } = s.services;
  const { add } = peopleStore(db);
  await db.commit([add(accountId, "nora@acme.example", 0)]);
  const [, nora] = await accountOf((await signIn("nora")).browser);
  expect(nora.account.id).toBe(accountId);
  const [, sam] = await accountOf((await signIn("support")).browser);
  expect(sam.account.displayName).toBe("sam");
});

test("a claim gives places in teams at the first sign-in and takes them at the next, and no others", async () => {
  const boss = await s.addAccount("boss");
  const { token } = await s.addSession(boss);
  const make = async (localPart: string) => {
    const json = { displayName: "A team", localPart };
    const sent = { method: "POST", token, json };
    expect((await s.fetch("/v1/teams", sent)).status).toBe(201);
  };
  await make("support");
  await make("sales");
  await make("billing");
  const teamsOf = async () => {
    const [, { account, teams = [] }] = await accountOf(
      (await signIn("tess")).browser,
    );
    const roles = teams.map((it: { address: string; myRole: string }) => [
      it.address.split("@")[0],
      it.myRole,
    ]);
    return { account, roles: Object.fromEntries(roles) };
  };
  const first = await teamsOf();
  expect(first.roles).toEqual({ support: "responder", sales: "manager" });
  const acting = (address: string) => ({ "svc-act-as": address });
  const put = async (team: string, role: string) =>
    await s.fetch("/v1/members/tess@inbox.localhost", {
      ...{ method: "PUT", token, json: { role } },
      headers: acting(`${team}@inbox.localhost`),
    });
  expect((await put("billing", "reader")).status).toBe(201);
  Object.assign(PEOPLE.tess, { groups: ["staff"] });
  // What an owner gave stays.
  expect((await teamsOf()).roles).toEqual({
    ...{ support: "responder", billing: "reader" },
  });
  // The last owner of a team stays one.
  expect((await put("support", "owner")).status).toBe(200);
  await s.fetch("/v1/members/boss@inbox.localhost", {
    ...{ method: "DELETE", token },
    headers: acting("support@inbox.localhost"),
  });
  Object.assign(PEOPLE.tess, { groups: [] });
  expect((await teamsOf()).roles).toEqual({
    ...{ support: "owner", billing: "reader" },
  });
});

test("nobody of a company signs in by a mailed code, and the page leads to the provider", async () => {
  const browser = new Browser(s);
  const asked = { email: "Mira@ACME.example", by: "code" };
  const response = await browser.post("/sign-in", asked);
  expect(response.headers.get("refresh")).toBe(
    "0; url=/sign-in/company/acme?login_hint=Mira%40ACME.example",
  );
  const code = { email: "mira@acme.example", type: "sign-in" };
  expect((await browser.call(SEND, code)).status).toBe(400);
  expect(s.mails.filter(({ to }) => to === "mira@acme.example")).toEqual([]);
  const away = await browser.get("/sign-in/company/away");
  const page = await browser.get(away.headers.get("location") ?? "");
  expect(await page.text()).toContain("reach the sign-in of Away right now");
});

test("a return without the browser's cookie, or with another's state, signs nobody in", async () => {
  company.person.is = "mira";
  const browser = new Browser(s);
  const begun = await browser.get("/sign-in/company/acme");
  const url = new URL(begun.headers.get("location") ?? "");
  const state = url.searchParams.get("state");
  for (const [who, query] of [
    [new Browser(s), `code=x&state=${state}`],
    [browser, "code=x&state=another"],
    [browser, "code=x"],
  ] as const) {
    const back = await who.get(`/api/auth/callback/acme?${query}`);
    expect(back.headers.get("location")).toMatch(
      /^\/sign-in\?company=acme&error=/,
    );
    expect((await accountOf(who))[0]).toBe(401);
  }
  expect(url.searchParams.get("code_challenge_method")).toBe("S256");
  expect(url.searchParams.get("nonce")).not.toBeNull();
});

test("a person whom the company signs out has no session left", async () => {
  const { browser } = await signIn("mira");
  const told = async (token: string) =>
    (
      await fetch(`${s.baseUrl}/sign-in/company/acme/logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;
  const wrong = [{ aud: "other" }, { nonce: "1" }, { events: {} }];
  for (const over of wrong) {
    expect(await told(await company.logoutToken("mira", over))).toBe(400);
  }
  const [status, , token] = await accountOf(browser);
  expect(status).toBe(200);
  expect(await told(await company.logoutToken("mira"))).toBe(200);
  expect((await accountOf(browser))[0]).toBe(401);
  expect((await s.fetch("/v1/account", { token })).status).toBe(401);
});

test("without sign-in by mail, its paths don't exist, and the settings say what is wrong with them", async () => {
  const acme = {
    ...{ id: "acme", label: "Acme", issuer: "https://id.acme.example" },
    ...{ clientId: "inbox", domains: ["acme.example"] },
  };
  const env = (it: unknown) => ({ OIDC_PROVIDERS: JSON.stringify(it) });
  await using only = await startService({
    env: { ...env([acme]), SIGN_IN_BY_MAIL: "off" },
  });
  const browser = new Browser(only);
  const page = await (await browser.get("/sign-in")).text();
  expect(page).toContain("/sign-in/company/acme");
  expect(page).not.toContain('name="email"');
  const code = { email: "eve@mail.example", type: "sign-in" };
  expect((await browser.call(SEND, code)).status).toBe(404);
  const sent = await browser.post("/sign-in", { ...code, by: "code" });
  expect(sent.status).toBeGreaterThanOrEqual(404);
  expect(only.mails).toEqual([]);
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ SIGN_IN_BY_MAIL: "off" }, "SIGN_IN_BY_MAIL must be on without"],
    [{ OIDC_PROVIDERS: "{" }, "must be a JSON list"],
    [env([{ ...acme, issuer: "http://id.acme.example" }]), "issuer (https)"],
    [env([{ ...acme, domains: [] }]), "must be a JSON list"],
    [env([acme, { ...acme, id: "b" }]), "names each domain once"],
    [env([{ ...acme, secret: "hunter2" }]), "secret is unknown"],
    [env([{ ...acme, clientSecretFile: "/nowhere" }]), "readable file"],
  ];
  for (const [given, why] of wrong) {
    expect(() => readConfig(given)).toThrow(why);
  }
});
