import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, personOf } from "./attack.ts";
import {
  Browser,
  codeFor,
  mailed,
  signIn,
  signUp,
  tokenOf,
} from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";

const TOKEN = "/api/auth/session-token";
const MINUTE = 60_000;

afterEach(ownTime);

async function service(): Promise<TestService> {
  return await startService({ isRealTime: true });
}

async function list(s: TestService, token: string): Promise<number> {
  return (await s.fetch("/v1/conversations", { token })).status;
}

describe("a session token", () => {
  test("ends after fifteen minutes, and each API says so in its own words", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const token = await tokenOf(browser);
    later(15 * MINUTE - 1_000);
    expect(await list(s, token)).toBe(200);
    later(1_000);
    const answer = await s.fetch("/v1/conversations", { token });
    const { code, detail } = await answer.json();
    expect([answer.status, code, detail]).toEqual([
      401,
      "session_expired",
      "Sign in required.",
    ]);
    const mine = await s.fetch("/api/addresses/free", { token });
    expect([mine.status, (await mine.json()).detail]).toEqual([
      401,
      "Sign in to reserve an address.",
    ]);
    expect(await list(s, await tokenOf(browser))).toBe(200);
  });

  test("dies at once with a sign-out", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const token = await tokenOf(browser);
    const thief = browser.copy();
    expect(await list(s, token)).toBe(200);
    expect((await browser.call("/api/auth/sign-out")).status).toBe(200);
    expect(await list(s, token)).toBe(401);
    expect((await thief.call(TOKEN)).status).toBe(401);
    const ended = await auditOf(s, "ada@mail.example", "session.ended");
    expect(ended).toHaveLength(1);
  });

  test("ends its open event stream with a sign-out", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const token = await tokenOf(browser);
    const made = await s.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { to: ["bob@mail.example"], parts: [{ text: "hello" }] },
    });
    const { conversationId } = await made.json();
    const stream = await s.fetch(
      `/v1/conversations/${conversationId}/subscribe`,
      { token, headers: { accept: "text/event-stream" } },
    );
    expect([made.status, stream.status]).toEqual([201, 200]);
    await browser.call("/api/auth/sign-out");
    expect(await stream.text()).toContain("event: ready");
  }, 10_000);

  test("is kept as a hash", async () => {
    await using s = await service();
    const token = await tokenOf(await signUp(s, "ada"));
    const rows = await s.services.db.orm.all(sql`select * from session_tokens`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 40));
  });
});

describe("the session's cookie", () => {
  test("is replaced when a token is asked for, and the one before works for a minute", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const page = browser.copy();
    const before = browser.cookies;
    const first = await tokenOf(browser);
    expect(browser.cookies).not.toBe(before);
    later(MINUTE - 1_000);
    const second = await tokenOf(page);
    expect(page.cookies).toBe(browser.cookies);
    expect([await list(s, first), await list(s, second)]).toEqual([200, 200]);
  });

  test("serves two pages that ask at once", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const pages = Array.from({ length: 8 }, () => browser.copy());
    const tokens = await Promise.all(pages.map(tokenOf));
    const statuses = await Promise.all(tokens.map((it) => list(s, it)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(new Set(pages.map(({ cookies }) => cookies)).size).toBe(1);
    expect(await tokenOf(pages[3] ?? browser)).toStartWith("ses_");
  });

  test.each([1, 2, 5])(
    "that was copied ends the session when it is shown %i renewals later, for the thief too",
    async (renewals) => {
      await using s = await service();
      const browser = await signUp(s, "ada");
      const thief = browser.copy();
      const tokens: string[] = [];
      for (let turn = 0; turn < renewals; turn++) {
        tokens.push(await tokenOf(thief));
        nextMinute();
      }
      const answer = await browser.call(TOKEN);
      expect([answer.status, (await answer.json()).message]).toEqual([
        401,
        "Sign in required.",
      ]);
      expect(browser.cookies).not.toContain("session_token");
      expect((await thief.call(TOKEN)).status).toBe(401);
      expect(await list(s, tokens.at(-1) ?? "")).toBe(401);
      const mailbox = "ada@mail.example";
      const reused = await auditOf(s, mailbox, "session.cookie_reused");
      expect(reused).toHaveLength(1);
      const conversationId = await personOf(s, mailbox);
      const { ok } = await s.operate(verifyAudit, { conversationId });
      expect(ok).toBe(true);
    },
  );

  test("that nobody sealed, or another secret did, is nobody's", async () => {
    await using s = await service();
    const browser = await signUp(s, "ada");
    const rows = await s.services.db.orm.all<Record<string, string>>(
      sql`select token from auth_sessions`,
    );
    const stored = Object.values(rows[0] ?? {})[0] ?? "";
    expect(decodeURIComponent(browser.cookies)).toContain(stored);
    for (const value of [
      stored,
      `${stored}.`,
      `${stored}.${"A".repeat(43)}=`,
      `${stored}.${"A".repeat(43)}%3D`,
      "",
      "x",
      "%",
    ]) {
      const answer = await fetch(s.baseUrl + TOKEN, {
        method: "POST",
        headers: {
          origin: s.baseUrl,
          "content-type": "application/json",
          cookie: `svc.session_token=${value}`,
        },
        body: "{}",
      });
      expect([value, answer.status]).toEqual([value, 401]);
    }
    expect((await s.fetch("/v1/conversations", { token: stored })).status).toBe(
      401,
    );
    expect(await tokenOf(browser)).toStartWith("ses_");
  });

  test("is HttpOnly and Lax, and Secure by its name where the service is https", async () => {
    for (const [env, name, isSecure] of [
      [{}, "svc.session_token", false],
      [{ BASE_URL: "https://in.example" }, "__Secure-svc.session_token", true],
    ] as const) {
      await using s = await startService({ isRealTime: true, env });
      const origin = env.BASE_URL ?? s.baseUrl;
      const browser = new Browser(s);
      await browser.call(
        "/api/auth/email-otp/send-verification-otp",
        { email: "ada@mail.example", type: "sign-in" },
        { origin },
      );
      await mailed(s, "ada@mail.example");
      const answer = await browser.call(
        "/api/auth/sign-in/email-otp",
        { email: "ada@mail.example", otp: codeFor(s, "ada@mail.example") },
        { origin },
      );
      const [cookie = ""] = answer.headers.getSetCookie();
      expect(cookie).toStartWith(`${name}=`);
      expect(cookie).toContain("HttpOnly");
      expect(cookie).toContain("SameSite=Lax");
      expect(cookie).toContain("Path=/");
      expect(cookie).not.toContain("Domain=");
      expect(cookie.includes("Secure;") || cookie.endsWith("Secure")).toBe(
        isSecure,
      );
    }
  });
});

describe("a cookie", () => {
  test("alone opens no API, and does not stand in for a bad Authorization header", async () => {
    await using s = await service();
    const { cookies: cookie } = await signUp(s, "ada");
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const authorization of [undefined, "Bearer nonsense", "Basic eA=="]) {
      const headers = { cookie, ...(authorization && { authorization }) };
      const answers = await Promise.all([
        s.fetch("/v1/conversations", { headers }),
        s.fetch("/a2a", {
          method: "POST",
          headers,
          json: { ...call, method: "ListTasks", params: {} },
        }),
        s.fetch("/api/mcp", {
          method: "POST",
          headers,
          json: {
            ...call,
            method: "tools/call",
            params: { name: "svc.list_conversations", arguments: {} },
          },
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    }
  });

  test("does nothing for a page of another origin", async () => {
    await using s = await service();
    const browser = await signIn(s, "ada@mail.example");
    const form = "application/x-www-form-urlencoded";
    for (const origin of [
      "https://evil.example",
      "null",
      `${s.baseUrl}.evil.example`,
      undefined,
    ]) {
      for (const [path, type, body] of [
        [TOKEN, "application/json", "{}"],
        ["/api/auth/sign-out", "application/json", "{}"],
        ["/sign-up", form, "displayName=Eve"],
        ["/sign-in", form, "email=ada@mail.example"],
        ["/sign-in/code", form, "email=ada@mail.example&code=000000"],
        ["/oauth/consent", form, "decision=allow"],
      ] as const) {
        const answer = await fetch(s.baseUrl + path, {
          method: "POST",
          headers: {
            "content-type": type,
            cookie: browser.cookies,
            ...(origin !== undefined && { origin }),
          },
          body,
        });
        expect([path, origin, answer.status]).toEqual([path, origin, 403]);
      }
    }
    expect(await tokenOf(browser)).toStartWith("ses_");
  });
});

test("a session token needs no body: the cookie is all that it takes", async () => {
  await using s = await service();
  const browser = await signUp(s, "ada");
  const ask = (origin: string) =>
    s.fetch(TOKEN, {
      method: "POST",
      headers: { cookie: browser.cookies, origin },
    });
  expect((await ask("https://elsewhere.example")).status).toBe(403);
  const answer = await ask(s.baseUrl);
  expect(answer.status).toBe(200);
  expect(await list(s, (await answer.json()).token)).toBe(200);
});
