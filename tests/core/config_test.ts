import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { SETTINGS } from "../../src/config/rows.ts";
import { ConfigError } from "../../src/config/setting.ts";
import { USUAL_RATES } from "../../src/core/access/rate.ts";
import { DAY_MS } from "../../src/core/base/time.ts";

test("without settings the service starts on a laptop", () => {
  const { listed, ...config } = readConfig({ DNS_RESOLVER: "9.9.9.9" });
  expect(listed.map(({ from }) => from)).toContain("environment");
  expect(config).toEqual({
    misspelt: [],
    secretFiles: [],
    port: 3000,
    ratesPerMinute: USUAL_RATES,
    drainMs: 0,
    verifyShare: 25,
    isSignUpOpen: true,
    ...{ companies: [], isMailSignIn: true },
    accountFileBytesMax: 1024 ** 3,
    quotas: {
      conversations: null,
      credentials: 100,
      webhooks: 10,
      streams: 50,
    },
    cacheBytes: 40 * 1024 ** 2,
    retention: {
      idempotencyKeptMs: 30 * DAY_MS,
      mailKeptMs: null,
      reportKeptMs: 365 * DAY_MS,
    },
    baseUrl: "http://localhost:3000",
    addressDomain: "inbox.localhost",
    openingCredit: 1_000_000_000,
    demoPrice: 5_000_000,
    agentAutoLimit: 10_000_000,
    agentAutoDayLimit: 50_000_000,
    agentAutoPayeeLimit: 20_000_000,
    feeBps: 0,
    rails: ["ledger"],
    chainNode: undefined,
    federation: { mode: "closed", hosts: new Map() },
    dns: {
      resolver: { address: "9.9.9.9", port: 53 },
      authoritativePort: 53,
      privateNameServers: false,
    },
    databaseUrl: "file:./data/inbox.db",
    databasePath: resolve("data/inbox.db"),
    backupSchedule: undefined,
    backupPassphrase: undefined,
    backupWithoutKeys: false,
    databaseAuthToken: undefined,
    clientIpHeader: undefined,
    dataDir: resolve("data"),
    signingKeyPath: resolve("data/signing_key.json"),
    cardKeyPath: resolve("data/card_key.json"),
    requestKeyPath: resolve("data/request_key.json"),
    authSecret: undefined,
    authSecretBefore: undefined,
    authSecretPath: resolve("data/auth_secret"),
    smtpUrl: undefined,
    smtpAuthorities: undefined,
    mailFrom: "courier@inbox.localhost",
    unsubscribeAddress: "courier@inbox.localhost",
    replyDomain: null,
    relayName: null,
    operatorMail: null,
    mailBounceAddress: undefined,
    mailWebhookSecret: undefined,
    metricsToken: undefined,
    logLevel: "info",
    traces: undefined,
    accessLog: 0,
    dkim: undefined,
    showsMail: true,
    operatorPath: resolve("data/inbox.db-operator.json"),
    isLoopbackAllowed: false,
    webhookPrivateNetworks: false,
    witnesses: [],
  });
});

test("an empty setting is an absent one", () => {
  const names = ["PORT", "BASE_URL", "ADDRESS_DOMAIN", "DATABASE_URL"];
  const env = Object.fromEntries(names.map((name) => [name, " "]));
  expect(readConfig(env)).toEqual(readConfig({}));
});

test("settings are read in their one form", () => {
  const config = readConfig({
    PORT: "8080",
    BASE_URL: "HTTPS://Inbox.Example:443/",
    ADDRESS_DOMAIN: "Bücher.Example",
    DATABASE_URL: "file:///srv/inbox%20one/inbox.db",
    LEDGER_OPENING_CREDIT: "0.5",
    AGENT_AUTO_LIMIT: "2",
    AGENT_AUTO_DAY_LIMIT: "none",
    AGENT_AUTO_PAYEE_LIMIT: "0",
    FEE_BPS: "250",
  });
  expect(config).toMatchObject({
    port: 8080,
    baseUrl: "https://inbox.example",
    addressDomain: "xn--bcher-kva.example",
    openingCredit: 500_000,
    agentAutoLimit: 2_000_000,
    agentAutoDayLimit: null,
    agentAutoPayeeLimit: 0,
    feeBps: 250,
    dataDir: "/srv/inbox one",
    signingKeyPath: "/srv/inbox one/signing_key.json",
    cardKeyPath: "/srv/inbox one/card_key.json",
    requestKeyPath: "/srv/inbox one/request_key.json",
    operatorPath: "/srv/inbox one/inbox.db-operator.json",
  });
});

test("a fee is whole hundredths of a percent, up to half of a price", () => {
  expect(readConfig({ FEE_BPS: "5000" }).feeBps).toBe(5_000);
  for (const FEE_BPS of ["5001", "-1", "2.5", "1e3", "2%", "NaN"]) {
    expect(() => readConfig({ FEE_BPS })).toThrow(
      "FEE_BPS must be hundredths of a percent from 0 to 5000",
    );
  }
});

test.each([
  ["9.9.9.9", { address: "9.9.9.9", port: 53 }],
  ["127.0.0.1:5353", { address: "127.0.0.1", port: 5353 }],
  ["::1", { address: "::1", port: 53 }],
  ["[::1]", { address: "::1", port: 53 }],
  ["[::1]:5353", { address: "::1", port: 5353 }],
])("DNS_RESOLVER=%s is read as an address and a port", (text, resolver) => {
  expect(readConfig({ DNS_RESOLVER: text }).dns.resolver).toEqual(resolver);
});

test("without DNS_RESOLVER the system's own is asked", () => {
  const { address, port } = readConfig({}).dns.resolver;
  expect(isIP(address)).toBeGreaterThan(0);
  expect(port).toBe(53);
});

test("a trusted header is a header's name, or none", () => {
  const read = (CLIENT_IP_HEADER: string) =>
    readConfig({ CLIENT_IP_HEADER }).clientIpHeader;
  expect(read("X-Real-IP")).toBe("x-real-ip");
  expect(read("")).toBeUndefined();
  for (const wrong of ["two words", "x:y", "x\ny", "é"]) {
    expect(() => read(wrong)).toThrow("CLIENT_IP_HEADER must be");
  }
});

test("the base URL follows the port", () => {
  expect(readConfig({ PORT: "81" }).baseUrl).toBe("http://localhost:81");
});

test("production gives no test money unless it is told to", () => {
  const NODE_ENV = "production";
  expect(readConfig({ NODE_ENV }).openingCredit).toBe(0);
  const LEDGER_OPENING_CREDIT = "5";
  expect(readConfig({ NODE_ENV, LEDGER_OPENING_CREDIT }).openingCredit).toBe(
    5_000_000,
  );
});

test("a demo offers 5.00 of test money, but not in production, nor where a chain comes first", () => {
  const NODE_ENV = "production";
  expect(readConfig({ NODE_ENV }).demoPrice).toBe(0);
  expect(readConfig({ NODE_ENV, DEMO_PRICE: "2.50" }).demoPrice).toBe(
    2_500_000,
  );
  expect(readConfig({ DEMO_PRICE: "0" }).demoPrice).toBe(0);
});

test("fetching from this machine is a development setting", () => {
  const ALLOW_LOOPBACK_FETCH = "true";
  expect(readConfig({ ALLOW_LOOPBACK_FETCH }).isLoopbackAllowed).toBe(true);
  expect(() =>
    readConfig({ ALLOW_LOOPBACK_FETCH, NODE_ENV: "production" }),
  ).toThrow("ALLOW_LOOPBACK_FETCH must be false in production");
});

test("the rate limits can be lifted, but not in production", () => {
  expect(readConfig({ RATE_LIMITS: "off" }).ratesPerMinute).toBeNull();
  expect(readConfig({ RATE_LIMITS: "on" }).ratesPerMinute).toEqual(USUAL_RATES);
  const NODE_ENV = "production";
  expect(readConfig({ NODE_ENV }).ratesPerMinute).toEqual(USUAL_RATES);
  expect(() => readConfig({ NODE_ENV, RATE_LIMITS: "off" })).toThrow(
    'Cannot start: RATE_LIMITS must be on in production, it is "off"',
  );
});

for (const scheme of ["http", "https", "ws", "wss", "libsql"]) {
  test(`a ${scheme} database is remote and has no operator file`, () => {
    const DATABASE_URL = `${scheme}://db.example:8080`;
    expect(readConfig({ DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      operatorPath: null,
      dataDir: resolve("data"),
    });
  });
}

const WRONG: readonly (readonly [name: string, values: readonly string[]])[] = [
  ["DRAIN_SECONDS", ["301", "-1"]],
  ["PORT", ["0", "65536", "x", "-1", "3000.5", "1e3", "0x10", "99999999"]],
  [
    "BASE_URL",
    ["inbox.example", "ftp://x.example", "https://x.example/path", "https://"],
  ],
  ["ADDRESS_DOMAIN", ["localhost", "a..b", "-a.example", "a b.example", "1.2"]],
  ["DATABASE_URL", ["inbox.db", "file:", "file::memory:", "postgres://x/y"]],
  ["DNS_RESOLVER", ["dns.example", "1.1.1.1:", "1.1.1.1:0", "[1.1.1.1]:53"]],
  ["DNS_AUTHORITATIVE_PORT", ["0", "domain"]],
  ["DNS_PRIVATE_NAME_SERVERS", ["true", "1"]],
  ["SMTP_URL", ["relay.example", "https://relay.example", "smtp://"]],
  ["SMTP_CA_FILE", ["/nowhere/ca.pem", import.meta.path]],
  ["DKIM_KEY_FILE", ["/nowhere/key.pem", import.meta.path]],
  ["MAIL_WEBHOOK_SECRET", ["short", "with blanks and long enough to be one"]],
  ["RATE_LIMITS", ["no", "OFF", "0"]],
  ["READS_PER_MINUTE", ["0", "1000001"]],
  ["CHANGES_PER_MINUTE", ["1.5", "-1"]],
  ["CREATES_PER_MINUTE", ["none"]],
  ["ACCOUNT_FILE_BYTES", ["500", "0 GiB", "1 gib"]],
  // Also where BACKUP_DIR is not set.
  ["BACKUP_EVERY", ["soon", "0h", "1y"]],
  ["BACKUP_KEEP", ["0", "all"]],
  ["ACCOUNT_CONVERSATIONS", ["0", "-1", "many", "10000000000"]],
  ["ACCOUNT_CREDENTIALS", ["0", "101"]],
  ["ACCOUNT_WEBHOOKS", ["11", "none"]],
  ["ACCOUNT_STREAMS", ["0", "51", "1.5"]],
  ["SIGN_UP", ["no", "OPEN"]],
  ["AGENT_AUTO_LIMIT", ["-1", "1e3", "lots"]],
  ["AGENT_AUTO_DAY_LIMIT", ["-1", "None", "off"]],
  ["AGENT_AUTO_PAYEE_LIMIT", ["-1", "NONE", "null"]],
  ["DEMO_PRICE", ["-1", "off"]],
  ["LEDGER_OPENING_CREDIT", ["-1", "1e3", "lots", "0.0000001"]],
  ["ALLOW_LOOPBACK_FETCH", ["1", "yes", "TRUE"]],
];

for (const [name, values] of WRONG) {
  for (const value of values) {
    test(`${name}=${value} stops the start with a sentence that names it`, () => {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^Cannot start: ${name} must be .+$`));
    });
  }
}

test("the sentence shows the value, but never a secret", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    'Cannot start: PORT must be a whole number from 1 to 65535, it is "x"',
  );
  for (const env of [
    { DATABASE_URL: "libsql:secret" },
    { BASE_URL: "https://me:secret@x.example" },
    { DATABASE_AUTH_TOKEN: "secret", PORT: "x" },
  ]) {
    expect(() => readConfig(env)).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining("secret"),
      }),
    );
  }
});

test("every setting that is read is listed, and no other", () => {
  const asked = new Set<string>();
  const env = new Proxy<Record<string, string>>(
    { DKIM_KEY_FILE: "/nowhere" },
    {
      get(target, name) {
        asked.add(String(name));
        return Reflect.get(target, name);
      },
    },
  );
  expect(() => readConfig(env)).toThrow(ConfigError);
  Reflect.deleteProperty(env, "DKIM_KEY_FILE");
  readConfig(env);
  const names = SETTINGS.map(({ name }) => name);
  const isOurs = (name: string) =>
    !names.includes(name.replace(/_FILE$/, "")) || names.includes(name);
  expect([...asked].filter(isOurs).sort()).toEqual([...names].sort());
});

test("a secret may be in a file, and is never listed", async () => {
  const path = join(tmpdir(), `secret-${crypto.randomUUID()}`);
  const secret = "s".repeat(40);
  await Bun.write(path, `${secret}\n`);
  const config = readConfig({
    AUTH_SECRET_FILE: path,
    SMTP_URL: "smtp://a:b@c",
  });
  expect(config.authSecret).toBe(secret);
  const of = (name: string) => config.listed.find((it) => it.name === name);
  expect(of("AUTH_SECRET")).toMatchObject({ value: null, from: "file" });
  expect(of("SMTP_URL")).toMatchObject({ value: null, from: "environment" });
  expect(JSON.stringify(config.listed)).not.toContain(secret);
  expect(() =>
    readConfig({ AUTH_SECRET_FILE: path, AUTH_SECRET: secret }),
  ).toThrow(
    "Cannot start: AUTH_SECRET_FILE must be the only one; AUTH_SECRET is also set",
  );
  await rm(path);
  expect(() => readConfig({ AUTH_SECRET_FILE: path })).toThrow(
    "Cannot start: AUTH_SECRET_FILE must be a readable file with the secret",
  );
});

test("a variable that is nearly called like a setting is told of", () => {
  const { misspelt } = readConfig({ AGENT_AUTO_LIMT: "5", HOME: "/root" });
  expect(misspelt).toEqual([
    { name: "AGENT_AUTO_LIMT", didYouMean: "AGENT_AUTO_LIMIT" },
  ]);
});
