import { expect, setDefaultTimeout, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE } from "../../src/cli/doctor/database.ts";
import { KEY_FILES, PERMISSIONS } from "../../src/cli/doctor/machine.ts";
import { WITNESSES } from "../../src/cli/doctor/witnesses.ts";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { readConfig } from "../../src/config/config.ts";
import { secretFilesIn } from "../../src/config/listed.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { StorageError } from "../../src/core/db/database.ts";
import { inspectService } from "../../src/core/operations/inspect_service.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { resultsStore } from "../../src/core/verify/results_store.ts";
import { openServices } from "../../src/process/open_services.ts";
import { warnAtStart } from "../../src/process/start_warnings.ts";
import { START } from "../core/core_harness.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { a, RESOLVER, startDns, txt, zone } from "../dns.ts";
import { startRelay } from "../mail/relay.ts";
import type { Setting } from "./svc.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

interface Line {
  readonly name: string;
  readonly is: "ok" | "note" | "bad";
  readonly found: string;
  readonly fix?: string;
}

/** The findings of `svc doctor`, by the name of the check. */
async function doctor(core: Setting) {
  const ran = await svc(core, "doctor", "--json");
  const { ok, checks }: { ok: boolean; checks: Line[] } = JSON.parse(ran.out);
  expect(ran.code).toBe(ok ? 0 : 1);
  return new Map(checks.map((it) => [it.name, it]));
}

/** A proxy before the service: says its version, and has hosts of cards. */
function startFront() {
  const server = Bun.serve({
    port: 0,
    fetch: () =>
      Response.json(
        { name: "Hello" },
        { headers: { "svc-version": "2026-11-21" } },
      ),
  });
  return {
    url: `http://localhost:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Records the outcome of the newest backup or verification, a moment ago. */
async function upkept(
  { services: { db } }: Opened,
  kind: "backup" | "verify",
  ok: boolean,
): Promise<void> {
  const at = Date.now();
  const result = {
    kind,
    at,
    ok,
    details: [],
    wellAt: ok ? at : null,
    mark: null,
  };
  await db.commit([resultsStore(db).put(result)]);
}

/** Lets `svc` ask the service of a test. */
async function operatorOf({ services, config }: Opened) {
  const path = config.operatorPath ?? "";
  const channel = await startOperatorChannel(services, {
    operations: OPERATIONS,
    path,
  });
  return { [Symbol.asyncDispose]: () => channel.stop() };
}

const ED25519 = generateKeyPairSync("ed25519");

/** The public key as RFC 8463 publishes it. */
function published(): string {
  const { x = "" } = ED25519.publicKey.export({ format: "jwk" });
  const bytes = Uint8Array.fromBase64(x, { alphabet: "base64url" });
  return bytes.toBase64();
}

test("a service that stands on everything it needs has nothing bad", async () => {
  const records = [
    a("in.example.org", "192.0.2.7"),
    txt("in.example.org", "v=spf1 include:relay.example -all"),
    txt("_dmarc.in.example.org", "v=DMARC1; p=reject"),
    txt(
      "svc._domainkey.in.example.org",
      "v=DKIM1; k=ed25519; ",
      `p=${published()}`,
    ),
  ];
  await using dns = await startDns({ [RESOLVER]: zone(() => records) });
  await using relay = await startRelay();
  await using front = startFront();
  await using core = await openCore();
  const key = join(core.directory, "dkim.pem");
  const pem = ED25519.privateKey.export({ format: "pem", type: "pkcs8" });
  await Bun.write(key, pem);
  await chmod(key, 0o600);
  const { dataDir } = core.config;
  for (const name of await readdir(dataDir)) {
    await chmod(join(dataDir, name), 0o600);
  }
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const env = {
    ...dns.env,
    BASE_URL: front.url,
    ADDRESS_DOMAIN: "in.example.org",
    SMTP_URL: relay.url,
    DKIM_KEY_FILE: key,
    BACKUP_DIR: core.directory,
    BACKUP_KEYS: "none",
  };
  try {
    await upkept(core, "backup", true);
    await upkept(core, "verify", true);
    const said = await doctor({ ...core, env });
    const states = [...said.values()].map(({ name, is }) => [name, is]);
    expect(Object.fromEntries(states)).toEqual({
      Settings: "ok",
      Clock: "ok",
      Disk: "ok",
      Permissions: "ok",
      Keys: "ok",
      Database: "ok",
      "Database server": "ok",
      Backups: "ok",
      Verification: "ok",
      Witnesses: "ok",
      "Base URL": "note",
      "Card hosts": "note",
      DNS: "ok",
      "Mail relay": "ok",
      DKIM: "ok",
      "SPF and DMARC": "ok",
      Webhooks: "ok",
      Chain: "ok",
    });
    expect(said.get("DNS")?.found).toContain("192.0.2.7");
    expect(said.get("Base URL")?.found).toContain("for this machine alone");
    expect(relay.mails).toEqual([]);
  } finally {
    await channel.stop();
  }
});

test("what is wrong is said with what to do, and the exit code says so", async () => {
  const records = [txt("svc._domainkey.in.example.org", "v=DKIM1; p=AAAA")];
  await using dns = await startDns({ [RESOLVER]: zone(() => records) });
  await using core = await openCore();
  const { dataDir } = core.config;
  const key = join(core.directory, "dkim.pem");
  await Bun.write(
    key,
    ED25519.privateKey.export({ format: "pem", type: "pkcs8" }),
  );
  await chmod(key, 0o644);
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  await rm(core.config.signingKeyPath);
  core.advance(8 * 86_400_000);
  core.services.clockWatch.look();
  const env = {
    ...dns.env,
    BASE_URL: "http://127.0.0.1:1",
    ADDRESS_DOMAIN: "in.example.org",
    SMTP_URL: "smtp://user:hunter22@127.0.0.1:1",
    DKIM_KEY_FILE: key,
    FEE_BSP: "1",
    BACKUP_DIR: core.directory,
    BACKUP_KEYS: "none",
  };
  try {
    await upkept(core, "backup", false);
    await upkept(core, "verify", false);
    const said = await doctor({ ...core, env });
    const bad = [...said.values()].filter(({ is }) => is === "bad");
    expect(bad.map(({ name }) => name)).toEqual([
      "Settings",
      "Clock",
      "Permissions",
      "Keys",
      "Backups",
      "Verification",
      "Base URL",
      "DNS",
      "Mail relay",
      "DKIM",
      "SPF and DMARC",
    ]);
    expect(bad.filter(({ fix = "" }) => fix === "")).toEqual([]);
    expect(said.get("Clock")?.fix).toContain("svc clock trust");
    expect(said.get("Permissions")?.fix).toBe(`chmod -R go= ${dataDir}`);
    expect(said.get("DKIM")?.fix).toContain(`p=${published()}`);
    const shown = await svc({ ...core, env }, "doctor");
    expect(shown.out).toMatch(/^BAD {3}Clock +it has jumped/m);
    expect(shown.out).not.toContain("hunter22");
  } finally {
    await channel.stop();
  }
});

test("a secret that everybody may read is named, wherever it lies", async () => {
  await using core = await openCore();
  const elsewhere = join(core.directory, "secrets");
  const paths = {
    AUTH_SECRET_FILE: join(elsewhere, "auth"),
    BACKUP_PASSPHRASE_FILE: join(elsewhere, "passphrase"),
    CHAIN_OPERATOR_KEY_FILE: join(elsewhere, "operator"),
    DKIM_KEY_FILE: join(elsewhere, "dkim.pem"),
  };
  const named = Object.values(paths);
  for (const path of named) await Bun.write(path, "secret");
  const config = { ...core.config, secretFiles: secretFilesIn(paths) };
  const service = await core.run(inspectService, OPERATOR, {});
  const { dataDir, signingKeyPath } = config;
  const set = async (mode: number) => {
    for (const name of await readdir(dataDir)) {
      await chmod(join(dataDir, name), 0o700);
    }
    for (const path of named) await chmod(path, mode);
  };
  const look = () => PERMISSIONS.look({ config, service, now: START });
  await set(0o600);
  expect((await look()).is).toBe("ok");
  await warnAtStart(core.services, config);
  expect(core.logged).toEqual([]);
  await set(0o644);
  expect((await look()).fix).toStartWith("chmod 600 ");
  for (const path of named) expect((await look()).fix).toContain(path);
  await chmod(signingKeyPath, 0o666);
  await warnAtStart(core.services, config);
  const [line = ""] = core.logged;
  for (const path of [...named, signingKeyPath]) expect(line).toContain(path);
  expect(line).toContain("chmod 600 ");
});

test("something else at the base URL is not taken for the service", async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response("a wiki") });
  await using core = await openCore();
  await core.services.close();
  const env = { BASE_URL: `http://localhost:${server.port}` };
  const said = await doctor({ ...core, env });
  expect(said.get("Base URL")).toMatchObject({
    is: "bad",
    found: `http://localhost:${server.port} is answered by something else (200)`,
  });
  await server.stop(true);
});

test("webhooks that take nothing, or were paused for it, are named without their paths", async () => {
  await using core = await openCore();
  await using _channel = await operatorOf(core);
  const alice = await core.add("alice");
  const of = ["--account", alice.accountId];
  const ids: string[] = [];
  for (const host of ["one", "two", "three"]) {
    const url = `https://${host}.example.com/hook/secret`;
    const { webhook } = await json(core, "webhook", "add", url, ...of);
    ids.push(webhook.webhookId);
  }
  const [failing, paused, own] = ids;
  await svc(core, "webhook", "pause", own ?? "", ...of);
  await core.services.db.commit([
    {
      sql: "update webhooks set failing_since = 0 where id = ?",
      args: [failing ?? ""],
    },
    {
      sql: "update webhooks set status = 'paused', reason = 'failing' where id = ?",
      args: [paused ?? ""],
    },
  ]);
  const line = (await doctor(core)).get("Webhooks");
  expect(line).toMatchObject({
    is: "note",
    found: `${failing} at one.example.com takes nothing since 1970-01-01T00:00:00.000Z, ${paused} at two.example.com is paused`,
  });
  expect(line?.fix).toContain(`svc webhook log ${failing} --account`);
});

test("webhooks are sent a test event only when it is asked for, and each answer is said", async () => {
  const heard: string[] = [];
  await using receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      heard.push(`${request.url} ${JSON.stringify(await request.json())}`);
      return new Response(null, {
        status: request.url.endsWith("/bad") ? 500 : 204,
      });
    },
  });
  await using core = await openCore({ WEBHOOK_PRIVATE_NETWORKS: "true" });
  await using _channel = await operatorOf(core);
  const alice = await core.add("alice");
  const of = ["--account", alice.accountId];
  const add = async (path: string) => {
    const url = `http://127.0.0.1:${receiver.port}/secret/${path}`;
    const { webhook } = await json(core, "webhook", "add", url, ...of);
    return webhook.webhookId;
  };
  const good = await add("good");
  await doctor(core);
  expect(heard).toEqual([]);
  const found = async () => {
    const { out } = await svc(core, "doctor", "--webhooks", "--json");
    const { checks }: { checks: Line[] } = JSON.parse(out);
    return checks.find(({ name }) => name === "Webhooks");
  };
  expect(await found()).toEqual({
    ...{ name: "Webhooks", is: "ok" },
    found: "1 active webhooks were sent a test event, each took it",
  });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('"type":"webhook.test"');
  expect(heard[0]).toContain(good);
  const bad = await add("bad");
  const line = await found();
  expect(line?.is).toBe("note");
  expect(line?.found).toEndWith(
    `${bad} at 127.0.0.1:${receiver.port} answered 500`,
  );
  expect(line?.found).not.toContain("secret");
  expect(line?.fix).toContain(`svc webhook log ${bad} --account`);
});

test("a witness that has not signed the newest log is named with its reason", async () => {
  await using core = await openCore();
  const service = await core.run(inspectService, OPERATOR, {});
  const witness = {
    ...{ name: "witness.example+1a2b3c4d", behind: 0, problem: null },
    signedAt: new Date(START).toISOString(),
  };
  const look = (change: object, now = START) => {
    const witnesses = [{ ...witness, ...change }];
    return WITNESSES.look({
      ...core,
      service: { ...service, witnesses },
      now,
    });
  };
  expect((await look({})).is).toBe("ok");
  expect((await look({ behind: 3 })).is).toBe("ok");
  const late = await look({ behind: 3, problem: "timeout" }, START + 4_000_000);
  expect(late.is).toBe("note");
  expect(late.found).toEndWith("3 records behind (timeout)");
  const never = await look({ behind: 3, signedAt: null });
  expect(never.found).toContain("never signed");
  expect(never.is).toBe("note");
});

test("the keys of nodes that share a server are in it, and a single node without a secret is told", async () => {
  await using core = await openCore();
  const service = await core.run(inspectService, OPERATOR, {});
  const look = (authSecret: string | undefined) => {
    const config = { ...core.config, operatorPath: null, authSecret };
    return KEY_FILES.look({ config, service, now: START });
  };
  const shared = await look("s".repeat(40));
  expect(shared.is).toBe("ok");
  expect(shared.found).toContain("in the database, sealed with AUTH_SECRET");
  const told = await look(undefined);
  expect(told.is).toBe("note");
  expect(told.fix).toContain("set AUTH_SECRET before there is a second node");
});

test.skipIf(!existsSync(SQLD))(
  "on a libSQL server the server is looked at, and not the disk of this machine",
  async () => {
    await using server = await startServer();
    const config = { ...readConfig(server.settings), logLevel: "off" as const };
    await (await openServices(config)).close();
    const said = await doctor({ config, env: server.settings });
    expect(said.get("Database")?.found).toMatch(
      /^a libSQL server, SQLite [\d.]+, \d+ MiB, writable, the ledger right$/,
    );
    const { host } = new URL(server.url);
    expect(said.get("Database server")).toEqual({
      ...{ name: "Database server", is: "ok" },
      found: expect.stringContaining(`${host}, sqld 0.`),
    });
    expect(said.get("Disk")?.found).toStartWith("that of the libSQL server");
    expect(said.get("Permissions")?.is).toBe("ok");
    expect(said.get("Keys")?.found).toContain("in the database");
  },
);

test("a database that takes no write is bad, with the reason", async () => {
  await using core = await openCore();
  const asked = await core.run(inspectService, OPERATOR, {});
  const database = { ...asked.database, refuses: "Cannot store this now" };
  const service = { ...asked, database };
  expect(await DATABASE.look({ ...core, service, now: START })).toMatchObject({
    ...{ is: "bad", found: "Cannot store this now" },
    fix: expect.stringContaining("room on the disk"),
  });
  core.services.readiness.watch("database", () =>
    Promise.reject(new StorageError("locked")),
  );
  core.advance(LIMITS.readyKeptMs);
  const told = await core.run(inspectService, OPERATOR, {});
  expect(told.database.refuses).toStartWith("Cannot ");
});
