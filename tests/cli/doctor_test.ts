import { expect, setDefaultTimeout, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE } from "../../src/cli/doctor/database.ts";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { StorageError } from "../../src/core/db/database.ts";
import { inspectService } from "../../src/core/operations/inspect_service.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { resultsStore } from "../../src/core/verify/results_store.ts";
import { START } from "../core/core_harness.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { a, RESOLVER, startDns, txt, zone } from "../dns.ts";
import { startRelay } from "../mail/relay.ts";
import { doctor } from "./doctor.ts";
import { svc } from "./svc.ts";

setDefaultTimeout(30_000);

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

const ED25519 = generateKeyPairSync("ed25519");

/** The public key as RFC 8463 publishes it. */
function published(): string {
  const { x = "" } = ED25519.publicKey.export({ format: "jwk" });
  const bytes = Uint8Array.fromBase64(x, { alphabet: "base64url" });
  return bytes.toBase64();
}

test("a service that has everything it needs shows no fault", async () => {
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
      Federation: "ok",
      "Mail relay": "ok",
      DKIM: "ok",
      "SPF and DMARC": "ok",
      Webhooks: "ok",
      Chain: "ok",
    });
    expect(said.get("DNS")?.found).toContain("192.0.2.7");
    expect(said.get("Base URL")?.found).toContain("only on this machine");
    expect(relay.mails).toEqual([]);
  } finally {
    await channel.stop();
  }
});

test("a fault is shown with its remedy, and in the exit code", async () => {
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

test("something else at the base URL is not taken for the service", async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response("a wiki") });
  await using core = await openCore();
  await core.services.close();
  const env = { BASE_URL: `http://localhost:${server.port}` };
  const said = await doctor({ ...core, env });
  expect(said.get("Base URL")).toMatchObject({
    is: "bad",
    found: `something else answers at http://localhost:${server.port} (200)`,
  });
  await server.stop(true);
});

test("a database that takes no write is bad, with the reason", async () => {
  await using core = await openCore();
  const asked = await core.run(inspectService, OPERATOR, {});
  const database = { ...asked.database, refuses: "Cannot store this now" };
  const service = { ...asked, database };
  expect(await DATABASE.look({ ...core, service, now: START })).toMatchObject({
    ...{ is: "bad", found: "Cannot store this now" },
    fix: expect.stringContaining("the disk's room"),
  });
  core.services.readiness.watch("database", () =>
    Promise.reject(new StorageError("locked")),
  );
  core.advance(LIMITS.readyKeptMs);
  const told = await core.run(inspectService, OPERATOR, {});
  expect(told.database.refuses).toStartWith("Cannot ");
});
