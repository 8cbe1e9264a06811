import { afterEach, describe, expect, test } from "bun:test";
import { keyedHash, sha256 } from "../../src/core/base/digest.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { auditOf, codeRows, SIGN_IN, sendCode, tryCode } from "./attack.ts";
import { Browser, codeFor, mailed, signUp } from "./browser.ts";
import { later, nextMinute, ownTime } from "./clock.ts";

const MAILBOX = "ada@mail.example";

afterEach(ownTime);

async function service(): Promise<TestService> {
  return await startService({ isRealTime: true });
}

/** Six digits that are not the code. */
function otherThan(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, "0");
}

describe("a sign-in code", () => {
  test("signs in once", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    expect((await tryCode(browser, MAILBOX, code)).status).toBe(200);
    expect((await tryCode(browser, MAILBOX, code)).status).toBe(400);
  });

  test("is dead after three wrong tries, also for who has the right one", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    const statuses: number[] = [];
    for (const step of [1, 2, 3]) {
      const answer = await tryCode(browser, MAILBOX, otherThan(code, step));
      statuses.push(answer.status);
      nextMinute();
    }
    expect(statuses).toEqual([400, 400, 400]);
    const right = await tryCode(browser, MAILBOX, code);
    expect([right.status, right.headers.getSetCookie()]).toEqual([403, []]);
  });

  test("is not guessed by thirty tries at once", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    const tries = Array.from({ length: 30 }, (_, at) =>
      tryCode(browser, MAILBOX, otherThan(code, at + 1)),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    // The limit by address lets three through: no more were ever compared.
    const compared = answers.filter(({ status }) => status !== 429);
    expect(compared.length).toBeLessThanOrEqual(3);
  });

  test("that is entered ten times at once opens one session", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tryCode(browser, MAILBOX, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const held = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(held.filter((it) => it.includes("session_token"))).toHaveLength(1);
  });

  test("is too old after five minutes", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    later(5 * 60_000 + 1_000);
    const answer = await tryCode(browser, MAILBOX, code);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });

  test("is no good for another mailbox", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    const answer = await tryCode(browser, "eve@mail.example", code);
    expect(answer.status).toBe(400);
  });

  test("is kept as an HMAC that a copy of the database does not give away", async () => {
    const secret = "a secret of this test, which is long enough";
    await using s = await startService({
      isRealTime: true,
      env: { AUTH_SECRET: secret },
    });
    const code = await sendCode(s, MAILBOX, new Browser(s));
    const rows = JSON.stringify(await codeRows(s));
    const [, kept = ""] = /"([0-9a-f]{64}):0"/.exec(rows) ?? [];
    expect(kept).toHaveLength(64);
    expect(rows).not.toContain(code);
    const [, asked = ""] = /"(sign-in-code:[^"]+)"/.exec(rows) ?? [];
    for (const guess of [code, `${MAILBOX}${code}`, `${asked}${code}`]) {
      expect(sha256(guess)).not.toBe(kept);
      const base64 = Buffer.from(sha256(guess), "hex").toString("base64url");
      expect(rows).not.toContain(base64);
    }
    const texts = ["sign-in code", asked, code];
    expect(keyedHash(secret, texts)).toBe(kept);
    expect(keyedHash("another secret", texts)).not.toBe(kept);
  });

  test("that is wrong is recorded in the chain of the mailbox's owner", async () => {
    await using s = await service();
    await signUp(s, "ada");
    nextMinute();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    await tryCode(browser, MAILBOX, otherThan(code));
    expect(await auditOf(s, MAILBOX, "sign_in.refused")).toHaveLength(1);
  });
});

describe("a mailbox", () => {
  test("that is known is answered as one that is not", async () => {
    await using s = await service();
    await signUp(s, "ada");
    nextMinute();
    const seen: unknown[] = [];
    for (const email of [MAILBOX, "nobody@mail.example"]) {
      const browser = new Browser(s);
      const asked = await browser.post("/sign-in", { email, by: "code" });
      await mailed(s, email, email === MAILBOX ? 2 : 1);
      const code = otherThan(codeFor(s, email));
      const tried = await browser.post("/sign-in/code", { email, code });
      seen.push([
        asked.status,
        (await asked.text()).replaceAll(email, "it"),
        tried.status,
        (await tried.text()).replaceAll(email, "it"),
        browser.cookies
          .replaceAll(encodeURIComponent(email), "it")
          .replace(/(svc\.browser=)[^;]+/, "$1random"),
      ]);
      nextMinute();
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe("the sign-in's API", () => {
  test("mails codes for signing in and for nothing else", async () => {
    await using s = await service();
    const path = "/api/auth/email-otp/send-verification-otp";
    for (const body of [
      '{"email":"ada@mail.example","type":"forget-password"}',
      '{"email":"ada@mail.example","type":"email-verification"}',
      '{"email":"ada@mail.example","type":"sign-in","type":"forget-password"}',
      '{"email":"ada@mail.example","type":"change-email","x":{"type":"sign-in"}}',
      '{"email":"ada@mail.example"}',
      "null",
      "not JSON",
    ]) {
      const answer = await s.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", origin: s.baseUrl },
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(s.mails).toEqual([]);
  });

  test("has no way in but those of the pages", async () => {
    await using s = await service();
    for (const path of [
      "/sign-in/email",
      "/sign-up/email",
      "/sign-in/social",
      "/request-password-reset",
      "/forget-password/email-otp",
      "/email-otp/reset-password",
      "/email-otp/verify-email",
      "/email-otp/check-verification-otp",
      "/change-email",
      "/change-password",
      "/update-user",
      "/delete-user",
      "/link-social",
      "/get-session",
      "/list-sessions",
      "/revoke-session",
      "/magic-link/verify",
      "/token",
      "/oauth2/create-client",
      "/oauth2/consent",
      "/oauth2/authorize",
      "/oauth2/token",
      "/oauth2/register",
      "/oauth2/introspect",
      "/oauth2/userinfo",
      "/admin/oauth2/create-client",
      "/error",
      "/ok",
    ]) {
      const asked = await new Browser(s).call(`/api/auth${path}`);
      const shown = await new Browser(s).get(`/api/auth${path}`);
      expect([path, asked.status, shown.status]).toEqual([path, 404, 404]);
    }
  });

  test("tells a page that somebody is signed in, and neither mailbox nor token", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const code = await sendCode(s, MAILBOX, browser);
    const answer = await browser.call(SIGN_IN, { email: MAILBOX, otp: code });
    expect(await answer.json()).toEqual({ signedIn: true });
    expect(answer.headers.get("set-auth-token")).toBeNull();
  });
});
