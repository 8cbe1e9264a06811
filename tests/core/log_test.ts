import { describe, expect, jest, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { secretsOf } from "../../src/config/secrets.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { makeToken } from "../../src/core/identity/token.ts";
import { createLog } from "../../src/core/insight/log.ts";

function logInto(lines: string[]) {
  return createLog((line) => void lines.push(line), { clock: () => 0 });
}

test("each entry is one JSON line with a time", () => {
  const lines: string[] = [];
  logInto(lines).info("started", { port: 3000, note: "a\nb" });
  expect(lines.join()).not.toContain("\n");
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "started",
    port: 3000,
    note: "a\nb",
  });
});

test("an error is logged with its causes and the request's id", () => {
  const lines: string[] = [];
  const cause = new TypeError("the disk is full");
  logInto(lines).error("failed", new Error("Cannot write", { cause }), "r1");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "failed",
    requestId: "r1",
    error: {
      name: "Error",
      message: "Cannot write",
      stack: expect.stringContaining("log_test.ts"),
      cause: { name: "TypeError", message: "the disk is full" },
    },
  });
});

test("an endless chain of causes is cut, and anything may be thrown", () => {
  const lines: string[] = [];
  const error = new Error("round");
  error.cause = error;
  const log = logInto(lines);
  log.error("failed", error);
  log.error("failed", "just words");
  log.error("failed", undefined);
  expect(lines).toHaveLength(3);
});

test("equal failures are counted instead of written, and then told in one line", () => {
  jest.useFakeTimers();
  try {
    const lines: string[] = [];
    const events: string[] = [];
    const log = createLog((line) => void lines.push(line), {
      failed: (event) => void events.push(event),
    });
    for (let n = 0; n < 1_000; n++) {
      const cause = new Error("connect ECONNREFUSED");
      log.error(
        "rest.unavailable",
        new Error("Cannot read", { cause }),
        `r${n}`,
      );
    }
    log.error("rest.unavailable", new Error("Cannot write"));
    expect(lines).toHaveLength(2);
    jest.advanceTimersByTime(LIMITS.logRepeatMs);
    expect(lines.slice(2).map((it) => JSON.parse(it))).toEqual([
      {
        level: "error",
        event: "rest.unavailable",
        requestId: "r999",
        repeated: 999,
        error: { name: "Error", message: "Cannot read" },
      },
    ]);
    expect(events).toHaveLength(1_001);
  } finally {
    jest.useRealTimers();
  }
});

test("a level leaves out what is below it", () => {
  const written = (level: "info" | "error" | "off") => {
    const lines: string[] = [];
    const log = createLog((line) => void lines.push(line), { level });
    log.info("said");
    log.error("failed", new Error("it"));
    return lines.map((it) => JSON.parse(it).event);
  };
  expect(written("info")).toEqual(["said", "failed"]);
  expect(written("error")).toEqual(["failed"]);
  expect(written("off")).toEqual([]);
});

test("neither a query's values nor a token gets into the log", () => {
  const lines: string[] = [];
  const token = makeToken((count) => new Uint8Array(count).fill(9));
  const values = ["private words\n    at evil (x)\nmore words"];
  const failed = new DrizzleQueryError("select 1", values, new Error("gone"));
  const log = logInto(lines);
  log.error("failed", failed);
  log.error("failed", new Error(`Cannot use ${token}`));
  log.info("said", { token });
  const text = lines.join("\n");
  expect(text).toContain("select 1");
  expect(text).toContain("gone");
  expect(text).not.toContain("private words");
  expect(text).not.toContain("more words");
  expect(text).not.toContain(token);
});

describe("no secret gets into the log", () => {
  const bytes = (count: number) => new Uint8Array(count).fill(9);
  const own = makeToken(bytes);
  const session = makeToken(bytes, "ses");
  const jwt =
    "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhY2NfMSJ9.c2lnbmF0dXJlX29mX2l0X2FsbA";
  const letters = "QWERtyuiOPASdfghJKLZxcvbNMqwerTY";
  const link = "Zm9vYmFyX2Zvb2Jhcl8xMg";
  const code = "427713";

  /** Log entries, and the part of each that nobody may read. */
  const LEAKS: readonly (readonly [
    name: string,
    text: string,
    secret: string,
  ])[] = [
    ["a credential", `Cannot use ${own}`, own],
    ["a cut credential", `Cannot use ${own.slice(0, 40)}`, own.slice(4, 40)],
    ["a session's token", `ses: ${session}!`, session],
    ["an access token", `got ${jwt}.`, jwt],
    ["the head of an access token", jwt.slice(0, 40), "eyJhbGciOiJFZERTQSJ9"],
    ["a refresh token or a code of OAuth", `grant ${letters} is used`, letters],
    ["a token of a link", `GET /i?token=${link} failed`, link],
    ["a token of a link in a path", `https://in.example/i/${link}`, link],
    ["a token in a URL", "/sign-in/link?token=short1&x=1", "short1"],
    ["a code in a URL", "/callback?code=short2&state=s", "short2"],
    ["a guest's cookie", `svc.invite=${link}; Path=/i`, link],
    [
      "a session's cookie",
      "a=b; __Secure-svc.session_token=abc.def%3D",
      "abc.def",
    ],
    ["a browser's cookie", "svc.browser=0123abcd~ff00", "0123abcd"],
    ["a Cookie header", "Cookie: a=secret-a; b=secret-b", "secret-b"],
    [
      "a Cookie header as JSON",
      '{"cookie":"a=secret-a; b=secret-b"}',
      "secret-b",
    ],
    ["a bearer", "authorization: Bearer opaque-1", "opaque-1"],
    ["a bearer by itself", "Bearer opaque-2 was shown", "opaque-2"],
    ["a client's secret", "Basic Y2xpZW50OnNlY3JldA==", "Y2xpZW50"],
    ["a DPoP token", "DPoP opaque-3", "opaque-3"],
    ["a field of a form", "grant_type=x&refresh_token=opaque-4", "opaque-4"],
    ["a field of JSON", '{"client_secret":"opaque-5","a":1}', "opaque-5"],
    ["a field within a text", '{\\"otp\\":\\"427713\\"}', code],
    ["a sign-in code", `550 refused: ${code} is your sign-in code`, code],
    ["a code that was typed", `code: ${code}`, code],
    ["a relay's password", "smtps://me:pa55@relay.example:465", "pa55"],
    ["a database's password", "libsql://u:pw-1@db.example", "pw-1"],
    ["a setting", "the relay said hunter2hunter2", "hunter2hunter2"],
  ];

  test.each(LEAKS)("%s", (_name, text, secret) => {
    const lines: string[] = [];
    const log = createLog((line) => void lines.push(line), {
      secrets: ["hunter2hunter2"],
    });
    log.info("said", { text, deep: { list: [text] } });
    log.error("failed", new Error(text, { cause: new Error(text) }), text);
    log.error("failed", text);
    expect(lines).toHaveLength(3);
    expect(lines.join("\n")).not.toContain(secret);
    expect(lines.join("\n")).toContain("…");
  });

  test("of the settings, as they are written and as they are sent", () => {
    const secrets = secretsOf({
      authSecretBefore: undefined,
      authSecret: "auth secret of this service",
      backupPassphrase: "passphrase of backups",
      databaseAuthToken: "opaque database token",
      databaseUrl: "libsql://user:data%20pass@db.example",
      mailWebhookSecret: undefined,
      metricsToken: "token of the scraper",
      traces: undefined,
      smtpUrl: "smtps://me:p%40ss@relay.example",
      dkim: undefined,
      chainNode: undefined,
    });
    const lines: string[] = [];
    const log = createLog((line) => void lines.push(line), { secrets });
    const sent = Buffer.from("\0me\0p@ss").toString("base64");
    log.info("said", {
      text: `auth secret of this service, passphrase of backups, token of the scraper, opaque database token, data pass, data%20pass, p@ss, p%40ss, ${sent}`,
    });
    expect(JSON.parse(lines[0] ?? "").text).toBe("…, …, …, …, …, …, …, …, …");
  });

  test("and a text without an end costs no time", () => {
    const lines: string[] = [];
    const started = performance.now();
    for (const unit of ["a-", "a.", "a://", "svc_a", "eyJ.", "token", " "]) {
      logInto(lines).info("said", { text: unit.repeat(1_000_000) });
    }
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(Math.max(...lines.map((it) => it.length))).toBeLessThan(20_000);
  });

  test("and what is none stays to be read", () => {
    const texts = [
      "at createAuthMiddlewareHandler (/srv/src/core/identity/auth_hooks.ts:61:13)",
      "cnv_01k7zq8p3v5m2x9c4b6n8r0t1w is busy: SQLITE_CONSTRAINT_PRIMARYKEY",
      "svc_discover_agents and svc.session were called 427713 times",
      "code: ECONNREFUSED, cannot connect to https://relay.example:465/path?a=b",
      "0b4c2f1e-7f0e-4c55-9a47-2f6f5d5f2a11",
      `sha256 ${"0f".repeat(32)}`,
    ];
    const lines: string[] = [];
    logInto(lines).info("said", { texts });
    expect(JSON.parse(lines[0] ?? "").texts).toEqual(texts);
  });
});
