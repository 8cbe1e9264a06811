import { expect, test } from "bun:test";
import { verifierKey } from "../../packages/verify/src/signed_note.ts";
import { readConfig } from "../../src/config/config.ts";
import { USUAL_RATES } from "../../src/core/access/rate.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { DAY_MS } from "../../src/core/base/time.ts";

test("caches and what is kept for a while are the operator's", () => {
  const env = {
    CACHE_BYTES: "1 GiB",
    IDEMPOTENCY_KEPT: "2d",
    MAIL_KEPT: "60d",
    REPORTS_KEPT: "30d",
  };
  expect(readConfig(env)).toMatchObject({
    cacheBytes: 1024 ** 3,
    retention: {
      idempotencyKeptMs: 2 * DAY_MS,
      mailKeptMs: 60 * DAY_MS,
      reportKeptMs: 30 * DAY_MS,
    },
  });
  for (const [name, wrong] of [
    ["CACHE_BYTES", "48"],
    ["IDEMPOTENCY_KEPT", "0d"],
    ["MAIL_KEPT", "59d"],
    ["REPORTS_KEPT", "a year"],
  ] as const) {
    expect(() => readConfig({ ...env, [name]: wrong })).toThrow(
      new RegExp(`${name}.*must be a .*${wrong}`),
    );
  }
  // Other services repeat a message for three days.
  expect(() => readConfig({ ...env, FEDERATION: "open" })).toThrow("of 4d");
});

test("rates, space and sign-up are the operator's", () => {
  const config = readConfig({
    READS_PER_MINUTE: "7",
    CREATES_PER_MINUTE: "1",
    ACCOUNT_FILE_BYTES: "500 MiB",
    SIGN_UP: "closed",
  });
  expect(config).toMatchObject({
    ratesPerMinute: { ...USUAL_RATES, read: 7, create: 1 },
    accountFileBytesMax: 500 * 1024 ** 2,
    isSignUpOpen: false,
    quotas: {
      conversations: null,
      credentials: 100,
      webhooks: 10,
      streams: 50,
    },
  });
  const ACCOUNT_CONVERSATIONS = "1000";
  const ACCOUNT_WEBHOOKS = "0";
  const { quotas } = readConfig({ ACCOUNT_CONVERSATIONS, ACCOUNT_WEBHOOKS });
  expect(quotas).toMatchObject({ conversations: 1_000, webhooks: 0 });
});

test("witnesses of the log are named by keys for cosignatures and addresses", () => {
  const keyOf = (name: string, type: 1 | 4 = 4) =>
    verifierKey(name, new Uint8Array(32), type);
  const key = keyOf("a.example");
  const { witnesses } = readConfig({
    LOG_WITNESSES: `${key} https://a.example/w/,${keyOf("b.example")} https://b.example`,
  });
  expect(witnesses).toEqual([
    { name: "a.example", key, url: "https://a.example/w" },
    {
      ...{ name: "b.example", key: keyOf("b.example") },
      url: "https://b.example",
    },
  ]);
  const many = Array.from(
    { length: LIMITS.witnessesMax + 1 },
    (_, it) => `${keyOf(`w${it}.example`)} https://w.example`,
  );
  for (const wrong of [
    key,
    `${key} w.example`,
    `${key} ftp://w.example`,
    `${key} https://me:secret@w.example`,
    `${key} https://w.example more`,
    `${keyOf("a.example", 1)} https://w.example`,
    `a.example+01234567+${Buffer.alloc(1_313, 6).toBase64()} https://w.example`,
    `${key.replace("a.", "b.")} https://w.example`,
    `${key} https://w.example,${key} https://v.example`,
    many.join(","),
  ]) {
    const read = () => readConfig({ LOG_WITNESSES: wrong });
    expect(read).toThrow("Cannot start: LOG_WITNESSES must be");
    expect(read).not.toThrow("secret");
  }
  const read = () =>
    readConfig({ LOG_WITNESSES: "w.example+0+Bg== https://w" });
  expect(read).toThrow("one for ML-DSA is not taken");
});
