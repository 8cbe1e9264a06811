import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, rowsOf } from "./attack.ts";
import type { Browser } from "./browser.ts";
import { signUp } from "./browser.ts";
import { ownTime } from "./clock.ts";
import { consent, REDIRECT } from "./oauth_client.ts";
import {
  authorizeUrl,
  callTool,
  connected,
  exchange,
  newClient,
  newCode,
} from "./oauth_tools.ts";

afterEach(ownTime);

async function start(): Promise<{ s: TestService; browser: Browser }> {
  const s = await startService({ isRealTime: true });
  return { s, browser: await signUp(s, "ada") };
}

/** The query of the consent page that this request leads to. */
async function consentQuery(browser: Browser, url: URL): Promise<string> {
  const asked = await browser.get(url.href);
  const page = asked.headers.get("location") ?? "";
  expect(page).toContain("/oauth/consent?");
  return page.slice(page.indexOf("?") + 1);
}

describe("authorize", () => {
  test("never sends anybody to an address that the client did not register", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s, {
      redirect_uris: [REDIRECT, "http://127.0.0.1:7777/only-by-number"],
    });
    for (const over of [
      { client_id: "nobody" },
      { client_id: "" },
      { redirect_uri: "https://evil.example/callback" },
      { redirect_uri: "http://localhost:7777/other" },
      { redirect_uri: "http://localhost:7777/callback?more=1" },
      { redirect_uri: "http://localhost:7777/Callback" },
      { redirect_uri: "http://localhost:7777/callback/" },
      { redirect_uri: "http://localhost:7777/callback#x" },
      { redirect_uri: "http://127.0.0.1:7777/callback" },
      { redirect_uri: "http://localhost:7777/only-by-number" },
      { redirect_uri: "http://localhost.evil.example:7777/callback" },
      { redirect_uri: "http://localhost:7777@evil.example/callback" },
      { redirect_uri: "http://evil.example\\@localhost:7777/callback" },
      { redirect_uri: "https://localhost:7777/callback" },
      { redirect_uri: "javascript:alert(1)//localhost:7777/callback" },
      { redirect_uri: "//evil.example/callback" },
      { redirect_uri: "nonsense", prompt: "bad" },
      { client_id: "no\0body" },
    ]) {
      const answer = await browser.get(authorizeUrl(s, clientId, over).href);
      const location = answer.headers.get("location");
      expect([over, answer.status, location]).toEqual([over, 400, null]);
      const page = await answer.text();
      expect(page).toContain("Can't return to the app");
      expect(page).not.toContain("evil");
    }
  });

  test("tells a person who comes too often on a page when to come again, and a program as JSON", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const url = authorizeUrl(s, await newClient(s)).href;
    let last = await browser.get(url);
    for (let turn = 0; turn < 40 && last.status !== 429; turn++) {
      last = await browser.get(url);
    }
    expect(last.status).toBe(429);
    expect(last.headers.get("content-type")).toContain("text/html");
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await last.text()).toMatch(/Try again in \d+ seconds?\./);
    const program = await fetch(url, { redirect: "manual" });
    expect(program.status).toBe(429);
    expect(program.headers.get("content-type")).toContain("application/json");
  });

  test("tells the client at its own address what was wrong with the rest", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    for (const [over, error] of [
      [{ code_challenge: "" }, "invalid_request"],
      [{ code_challenge: "", code_challenge_method: "" }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: "inbox admin" }, "invalid_scope"],
      [{ resource: "https://evil.example/" }, "invalid_target"],
      [{ prompt: "bad" }, "invalid_request"],
    ] as const) {
      const answer = await browser.get(authorizeUrl(s, clientId, over).href);
      const location = new URL(answer.headers.get("location") ?? "");
      const params = new URLSearchParams(
        location.search || location.hash.slice(1),
      );
      expect(location.href).toStartWith(REDIRECT);
      expect([over, params.get("error")]).toEqual([over, error]);
      expect([params.get("state"), params.get("iss")]).toEqual([
        "state-of-the-client",
        s.baseUrl,
      ]);
      expect(params.has("code")).toBe(false);
    }
  });

  test("takes any port of a loopback address (RFC 8252, section 7.3)", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const redirect_uri = "http://localhost:50123/callback";
    const url = authorizeUrl(s, clientId, { redirect_uri });
    const callback = await consent(browser, url);
    expect(callback.href).toStartWith(redirect_uri);
    const code = callback.searchParams.get("code") ?? "";
    expect((await exchange(s, clientId, code, { redirect_uri })).status).toBe(
      200,
    );
  });

  test("asks again for each address of this machine, where any program may listen, also if nobody is to be asked", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const web = "https://client.example/callback";
    const clientId = await newClient(s, { redirect_uris: [REDIRECT, web] });
    const leadsTo = async (over: Readonly<Record<string, string>>) => {
      const url = authorizeUrl(s, clientId, over);
      return (await browser.get(url.href)).headers.get("location") ?? "";
    };
    await consent(browser, authorizeUrl(s, clientId));
    for (const over of [
      {},
      { prompt: "none" },
      { redirect_uri: "http://localhost:50123/callback" },
      { redirect_uri: web },
    ]) {
      const asked = await leadsTo(over);
      expect(asked).toContain("/oauth/consent?");
      expect(asked).not.toContain("code=");
    }
    // An address on the web is its client's alone: consented to, it goes on in silence.
    const url = authorizeUrl(s, clientId, { redirect_uri: web });
    await consent(browser, url);
    expect(await leadsTo({ redirect_uri: web })).toStartWith(`${web}?code=`);
  });

  test("does not take a bearer token for a person's browser", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const { access, clientId } = await connected(s, browser);
    const answer = await fetch(authorizeUrl(s, clientId), {
      redirect: "manual",
      headers: { authorization: `Bearer ${access}` },
    });
    expect(answer.headers.get("location")).toContain("/sign-in?");
  });
});

describe("the consent page", () => {
  test("shows the client's name as text, where it leads, and no picture or link of the client's", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s, {
      client_name: `<img src=x onerror=alert(1)>"'\u202e<b>`,
      client_uri: "https://evil.example/home",
      logo_uri: "https://evil.example/logo.png",
    });
    const query = await consentQuery(browser, authorizeUrl(s, clientId));
    const answer = await browser.get(`/oauth/consent?${query}`);
    const page = await answer.text();
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).not.toMatch(/<img src=x|<b>|\u202e|evil\.example/);
    expect(page).toContain("localhost:7777");
    const csp = answer.headers.get("content-security-policy") ?? "";
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toContain("script-src");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("takes no query that was changed, and grants nothing by it", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const url = authorizeUrl(s, await newClient(s), { scope: "inbox" });
    const other = await newClient(s);
    const query = await consentQuery(browser, url);
    const changes: readonly ((it: URLSearchParams) => void)[] = [
      (it) => it.set("scope", "inbox offline_access"),
      (it) => it.set("client_id", other),
      (it) => it.set("redirect_uri", "http://localhost:7777/other"),
      (it) => it.set("code_challenge", "A".repeat(43)),
      (it) => it.set("resource", "https://evil.example/"),
      (it) => it.delete("sig"),
      (it) => it.set("sig", "AAAA"),
    ];
    for (const change of changes) {
      const changed = new URLSearchParams(query);
      change(changed);
      const answer = await browser.post("/oauth/consent", {
        query: changed.toString(),
        preset: "full",
        decision: "allow",
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        400,
        null,
      ]);
    }
    expect(await rowsOf(s, "oauth_consents")).toEqual([]);
    expect(await rowsOf(s, "credentials")).toEqual([]);
  });

  test("takes no answer without a session, or of another origin", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const url = authorizeUrl(s, await newClient(s));
    const query = await consentQuery(browser, url);
    const body = new URLSearchParams({
      query,
      preset: "full",
      decision: "allow",
    });
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(`${s.baseUrl}/oauth/consent`, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: body.toString(),
      });
    const nobody = await send({ origin: s.baseUrl });
    expect(nobody.headers.get("location")).toStartWith("/sign-in?");
    const cookie = browser.cookies;
    for (const origin of ["https://evil.example", "null", ""]) {
      const answer = await send({ cookie, ...(origin !== "" && { origin }) });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
    expect(await rowsOf(s, "oauth_consents")).toEqual([]);
    expect(await rowsOf(s, "credentials")).toEqual([]);
  });

  test("of one person, answered by another, lets the client into the answering one's inbox only", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const query = await consentQuery(browser, authorizeUrl(s, clientId));
    const bob = await signUp(s, "bob");
    const answer = await bob.post("/oauth/consent", {
      query,
      preset: "reader",
      decision: "allow",
    });
    const callback = new URL(answer.headers.get("location") ?? "");
    const code = callback.searchParams.get("code") ?? "";
    const tokens = await (await exchange(s, clientId, code)).json();
    expect((await callTool(s, tokens.access_token)).status).toBe(200);
    const granted = (name: string) =>
      auditOf(s, `${name}@mail.example`, "credential.granted");
    expect(await granted("bob")).toHaveLength(1);
    expect(await granted("ada")).toHaveLength(0);
  });

  test("grants to pay only whom, and only as what, the person names", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const url = authorizeUrl(s, await newClient(s));
    const payees = "Bob@b.example, bob@b.example c@b.example";
    await consent(browser, url, { payees, as_clients: "yes" });
    const [granted] = await rowsOf(s, "credentials");
    const values = Object.values(granted ?? {});
    expect(values).toContain('["bob@b.example","c@b.example"]');
    expect(values).toContain('["clients"]');
  });

  test("asks before a client first pays somebody, unless the person says that it need not", async () => {
    const { s, browser } = await start();
    await using _ = s;
    await consent(browser, authorizeUrl(s, await newClient(s)));
    const free = authorizeUrl(s, await newClient(s));
    await consent(browser, free, { pays_new: "yes" });
    const asks = sql`select ask_first_payment from credentials order by id`;
    expect(await s.services.db.orm.values(asks)).toEqual([[1], [0]]);
  });

  test("refuses a choice that it does not offer, and grants nothing by it", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const query = await consentQuery(
      browser,
      authorizeUrl(s, await newClient(s)),
    );
    for (const choice of [
      { preset: "root" },
      { preset: "" },
      { preset: "full", perDay: "-1" },
      { preset: "full", perPayment: "a lot" },
      { preset: "full", perPayment: "1e9" },
      { preset: "full", payees: "bob" },
    ]) {
      const form = { query, decision: "allow", ...choice };
      const answer = await browser.post("/oauth/consent", form);
      expect([choice, answer.status]).toEqual([choice, 400]);
    }
    expect(await rowsOf(s, "oauth_consents")).toEqual([]);
  });

  test("that is declined tells the client, grants nothing and is audited", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const url = authorizeUrl(s, clientId);
    const callback = await consent(browser, url, { decision: "deny" });
    expect(callback.searchParams.get("error")).toBe("access_denied");
    expect(callback.searchParams.has("code")).toBe(false);
    const declined = await auditOf(s, "ada@mail.example", "consent.declined");
    expect(declined[0]?.refs?.clientId).toBe(clientId);
    expect(await rowsOf(s, "credentials")).toEqual([]);
  });

  test("grants no more than the preset that was chosen", async () => {
    const { s, browser } = await start();
    await using _ = s;
    const clientId = await newClient(s);
    const code = await newCode(s, browser, clientId, { preset: "reader" });
    const { access_token } = await (await exchange(s, clientId, code)).json();
    const answer = await s.fetch("/api/mcp", {
      method: "POST",
      token: access_token,
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "svc.create_conversation",
          arguments: { to: ["bob@mail.example"], text: "x" },
        },
      },
    });
    expect(await answer.text()).toMatch(
      /is missing the scope|insufficient_scope/,
    );
  });
});
