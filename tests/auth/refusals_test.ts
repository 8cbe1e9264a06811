import { afterEach, describe, expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { SEND, SIGN_IN } from "./attack.ts";
import { Browser, mailed, signIn } from "./browser.ts";
import { nextMinute, ownTime } from "./clock.ts";

afterEach(ownTime);

const MAILBOX = "ada@mail.example";
const TOKEN = "/api/auth/session-token";

function service(): Promise<TestService> {
  return startService({ isRealTime: true });
}

/** Words in the library's own answers. */
const WORDS_OF_LIBRARY =
  /INVALID_|_OTP|Invalid|Content-Type must|Please try again later|better/;

describe("a refusal under /api/auth", () => {
  test("is a problem with a code of ours, and none of the library's words", async () => {
    await using s = await service();
    const json = { "content-type": "application/json", origin: s.baseUrl };
    const cookie = (await signIn(s, MAILBOX)).cookies;
    nextMinute();
    for (const [path, headers, body, status, code] of [
      [TOKEN, json, "{}", 401, "unauthenticated"],
      [SIGN_IN, json, `{"email":"${MAILBOX}","otp":"1"}`, 400, "invalid_input"],
      [SIGN_IN, json, `{"email":"x","otp":"1"}`, 400, "invalid_input"],
      [SIGN_IN, json, "not JSON", 400, "invalid_input"],
      [SEND, json, "{}", 400, "invalid_input"],
      [
        TOKEN,
        { ...json, cookie, "content-type": "text/plain" },
        "{}",
        415,
        "unsupported_media_type",
      ],
      [
        TOKEN,
        { ...json, cookie, origin: "https://evil.example" },
        "{}",
        403,
        "forbidden_origin",
      ],
      [
        "/api/auth/passkey/verify-authentication",
        json,
        '{"response":{}}',
        400,
        "invalid_input",
      ],
    ] as const) {
      const answer = await s.fetch(path, { method: "POST", headers, body });
      const text = await answer.text();
      const problem = JSON.parse(text);
      expect([path, body, answer.status, problem.code, problem.status]).toEqual(
        [path, body, status, code, status],
      );
      expect(answer.headers.get("content-type")).toBe(
        "application/problem+json",
      );
      expect(problem.instance).toBe(path);
      expect(text).not.toMatch(WORDS_OF_LIBRARY);
    }
  });

  test("for too many tries names the seconds, by address and by mailbox", async () => {
    await using s = await service();
    const ask = () =>
      new Browser(s).call(SEND, { email: MAILBOX, type: "sign-in" });
    for (let turn = 0; turn < 3; turn++) await ask();
    const byAddress = await ask();
    for (let turn = 0; turn < 3; turn++) {
      nextMinute();
      await ask();
    }
    nextMinute();
    const byMailbox = await ask();
    for (const answer of [byAddress, byMailbox]) {
      const retryAfter = Number(answer.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(1);
      expect([answer.status, await answer.json()]).toMatchObject([
        429,
        {
          code: "rate_limited",
          retryAfter,
          detail: expect.stringContaining(`in ${retryAfter} seconds`),
        },
      ]);
    }
  });
});

describe("the sign-in page", () => {
  test("answers too many tries with 429, and says and names the seconds", async () => {
    await using s = await service();
    for (const [path, form] of [
      ["/sign-in", { email: MAILBOX, by: "code" }],
      ["/sign-in/code", { email: MAILBOX, code: "000000" }],
    ] as const) {
      const browser = new Browser(s);
      let answer = await browser.post(path, form);
      for (let turn = 0; turn < 4; turn++) {
        answer = await browser.post(path, form);
      }
      const seconds = answer.headers.get("retry-after");
      expect([path, answer.status]).toEqual([path, 429]);
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(await answer.text()).toContain(`Try again in ${seconds} second`);
    }
  });
});

describe("a refusal of OAuth", () => {
  test("has an error member, also for what the library refuses before", async () => {
    await using s = await service();
    const typed = await s.fetch("/oauth/token", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "grant_type=authorization_code",
    });
    expect([typed.status, await typed.json()]).toMatchObject([
      415,
      { error: "invalid_request" },
    ]);
    const register = () =>
      s.fetch("/oauth/register", {
        method: "POST",
        json: {
          redirect_uris: ["http://127.0.0.1:9/callback"],
          token_endpoint_auth_method: "none",
        },
      });
    for (let turn = 0; turn < 10; turn++) {
      expect((await register()).status).toBeLessThan(300);
    }
    const refused = await register();
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: "temporarily_unavailable" },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("the sign-up page", () => {
  test("says at the field why it is refused, what is free, and puts the focus there", async () => {
    await using s = await service();
    await s.addAccount("taken");
    const browser = await signIn(s, MAILBOX);
    for (const [displayName, localPart, field, words] of [
      ["Ada", "taken", "localPart", "This address is taken. Available: taken2"],
      ["Ada", "admin", "localPart", "This address is reserved."],
      ["", "ada", "displayName", "Enter a name."],
      [
        "\u2060\u00ad",
        "ada",
        "displayName",
        "Enter a name with at least one visible character.",
      ],
      ["a@b.example", "ada", "displayName", "can't contain @"],
      [
        "Dооrman",
        "ada",
        "displayName",
        "belongs to one of the service's agents",
      ],
    ] as const) {
      const form = { displayName, localPart };
      const page = await (await browser.post("/sign-up", form)).text();
      const error = /id="(\w+)-error" role="alert">([^<]*)</;
      const [, at, said] = error.exec(page) ?? [];
      expect([at, said?.replace("&#39;", "'")]).toEqual([
        field,
        expect.stringContaining(words),
      ]);
      const focused = [...page.matchAll(/name="(\w+)"[^>]* autofocus/g)];
      expect(focused.map(([, name]) => name)).toEqual([field]);
      expect(page).toMatch(
        new RegExp(`name="${field}"[^>]*aria-describedby="[^"]*${field}-error`),
      );
    }
  });
});

describe("an address of the service itself", () => {
  test("gets no code and no link, and the page and the API say why", async () => {
    await using s = await service();
    const browser = new Browser(s);
    const email = "Ada@Inbox.localhost";
    for (const by of ["code", "link"]) {
      const page = await browser.post("/sign-in", { email, by, query: "" });
      expect(page.status).toBe(400);
      expect(await page.text()).toContain(
        "This service can't email its own addresses.",
      );
    }
    for (const path of [SEND, "/api/auth/sign-in/magic-link"]) {
      const answer = await browser.call(path, { email, type: "sign-in" });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({
          code: "invalid_input",
          detail: expect.stringContaining("email its own addresses"),
        }),
      ]);
    }
    // One that does leave: nothing was on its way before it.
    await browser.call(SEND, { email: MAILBOX, type: "sign-in" });
    await mailed(s, MAILBOX);
    expect(s.mails.map(({ to }) => to)).toEqual([MAILBOX]);
  });
});
