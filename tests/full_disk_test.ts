import { afterAll, afterEach, expect, test } from "bun:test";
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  rm,
  statfs,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOperatorChannel } from "../src/cli/operator_channel.ts";
import type { Config } from "../src/config/config.ts";
import { readConfig } from "../src/config/config.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import { readTrailer } from "../src/core/backup/trailer.ts";
import { LIMITS } from "../src/core/base/limits.ts";
import { openDatabase } from "../src/core/db/database.ts";
import { jwks } from "../src/core/db/tables/auth_schema.ts";
import { openSecret } from "../src/core/identity/secret.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { createConversation } from "../src/core/operations/create_conversation.ts";
import { getReadiness } from "../src/core/operations/get_readiness.ts";
import { listConversations } from "../src/core/operations/list_conversations.ts";
import { makeBackup } from "../src/core/operations/make_backup.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { openServices } from "../src/process/open_services.ts";
import { openSignIn } from "../src/process/open_sign_in.ts";
import { svc } from "./cli/svc.ts";
import { START } from "./core/core_harness.ts";
import { later } from "./core/db/later_migrations.ts";
import { settingsOf } from "./crash_child.ts";
import { sample } from "./proof.ts";

const elsewhere = await mkdtemp(join(tmpdir(), "inbox-elsewhere-"));
const ROOM = "32m";

const disks: string[] = [];

/** A small disk of its own, and whether it could be mounted: only root may. */
async function smallDisk() {
  const path = await mkdtemp(join(tmpdir(), "inbox-disk-"));
  const { success } = Bun.spawnSync(
    ["mount", "-t", "tmpfs", "-o", `size=${ROOM}`, "tmpfs", path],
    { stdout: "ignore", stderr: "ignore" },
  );
  if (success) disks.push(path);
  return { path, success };
}

const { path: disk, success: mounted } = await smallDisk();

let now = START;
const open = (config: Config) =>
  openServices(config, { clock: () => now, writeLog: () => {} });
const CLI = { principal: OPERATOR, via: "cli", requestId: "test" } as const;
const BALLAST = "ballast";

/**
 * Leaves not one byte of a disk, or just so many. A file that was deleted before it was closed
 * makes room late, so the room is looked at again.
 */
async function fill(left = 0, on = disk): Promise<void> {
  const { bsize } = await statfs(on);
  const wanted = Math.ceil(left / bsize);
  for (let tries = 0; tries < 10; tries++) {
    const { bavail } = await statfs(on);
    if (bavail === wanted) break;
    const more = Buffer.alloc((bavail - wanted) * bsize);
    await appendFile(join(on, BALLAST), more);
  }
  expect((await statfs(on)).bavail).toBe(wanted);
}

const look = async (services: OpenServices) => {
  now += LIMITS.readyKeptMs + LIMITS.diskFullMs;
  const { output } = await callOperation(services, getReadiness, CLI, {});
  return output;
};

// A process of the runner that has several files ends without its exit handlers.
afterAll(async () => {
  for (const path of disks) {
    Bun.spawnSync(["umount", "-l", path]);
    await rm(path, { recursive: true });
  }
});
afterEach(() => rm(join(disk, BALLAST), { force: true }));

test.skipIf(!mounted)(
  "on a full disk a start serves what is there, backs up to another disk, and takes writes once there is room",
  async () => {
    const config = readConfig(settingsOf(`file:${disk}/inbox.db`));
    const before = await open(config);
    const { output: made } = await callOperation(before, addAccount, CLI, {
      name: "alice",
      localPart: "alice",
    });
    const principal = {
      kind: "person",
      accountId: made.account.id,
      scopes: null,
    } as const;
    const alice = { principal, via: "rest", requestId: "test" } as const;
    const create = (services: OpenServices) =>
      callOperation(services, createConversation, alice, { title: "Kept" });
    await create(before);
    expect(await look(before)).toMatchObject({ ok: true, detail: null });
    await fill();
    expect(await look(before)).toMatchObject({
      ok: false,
      detail: "Cannot save this now: the service's disk is full.",
      database: { writable: false, full: true },
    });
    await before.close();
    await rm(join(disk, BALLAST), { force: true });
    await fill();

    const services = await open(config);
    const path = config.operatorPath ?? "";
    const channel = await startOperatorChannel(services, {
      operations: OPERATIONS,
      path,
    });
    services.readiness.watch("operator", channel.prove);
    try {
      const list = await callOperation(services, listConversations, alice, {});
      expect(list.output.conversations).toHaveLength(1);
      expect(await create(services).catch((it) => it.code)).toBe(
        "storage_full",
      );
      const file = join(elsewhere, "inbox.backup");
      const backup = { file, keys: null };
      const kept = await callOperation(services, makeBackup, CLI, backup);
      expect(kept.output.bytes).toBeGreaterThan(0);
      expect(await look(services)).toMatchObject({
        ok: false,
        operator: { reachable: false },
      });
      await rm(join(disk, BALLAST));
      expect(await look(services)).toMatchObject({
        ok: true,
        operator: { reachable: true },
      });
      await create(services);
    } finally {
      await channel.stop();
      await services.close();
    }
  },
);

test.skipIf(!mounted)(
  "a start on a full disk may have another address, or another secret, than the last",
  async () => {
    const settings = settingsOf(`file:${disk}/moved.db`);
    const start = async (env: Record<string, string>) => {
      const config = readConfig({ ...settings, ...env });
      const services = await open(config);
      return { services, signIn: await openSignIn(services, config) };
    };
    const first = await start({ BASE_URL: "http://localhost:4710" });
    await first.services.db.libraryOrm.insert(jwks).values({
      id: "key",
      publicKey: "{}",
      privateKey: '"sealed with the secret of before"',
      createdAt: new Date(now),
    });
    first.signIn.close();
    await first.services.close();
    await fill();

    const moved = await start({
      BASE_URL: "http://localhost:4711",
      AUTH_SECRET: "another secret, of 32 characters or more",
    });
    try {
      const { signIn } = moved;
      const request = () =>
        new Request("http://localhost:4711/api/auth/get-session");
      expect((await signIn.auth.handle(request())).status).toBe(200);
    } finally {
      moved.signIn.close();
      await moved.services.close();
    }
  },
);

test.skipIf(!mounted)(
  "a secret, a key or a step of the schema that finds no room is named with its file, and leaves nothing",
  async () => {
    const { AUTH_SECRET: _, ...settings } = settingsOf(
      `file:${disk}/lacking.db`,
    );
    const config = readConfig(settings);
    const { authSecretPath, signingKeyPath } = config;
    await (await open(config)).close();
    const full = (path: string) =>
      `Cannot write ${path}: its disk is full. Make room on it, and start again`;
    await fill();
    const services = await open(config);
    // Opening it may have made room: a log of writes that was taken over.
    await fill();
    const refused = await openSignIn(services, config).catch((it) => it);
    expect(refused.message).toBe(full(authSecretPath));
    await services.close();
    await rm(signingKeyPath);
    // The room of the key itself is free now.
    await rm(join(disk, BALLAST));
    await fill();
    expect((await open(config).catch((it) => it)).message).toBe(
      full(signingKeyPath),
    );
    expect((await readdir(disk)).filter((it) => it.endsWith(".new"))).toEqual(
      [],
    );
    await rm(join(disk, BALLAST));
    await fill(4_096_000);
    const migrationsFolder = await later(
      elsewhere,
      "create table large (bytes blob);",
      "insert into large values (zeroblob(20000000));",
    );
    const url = config.databaseUrl;
    const failed = openDatabase({ url, migrationsFolder });
    expect((await failed.catch((it) => it)).message).toStartWith(
      `Cannot open ${disk}/lacking.db: its disk is full.`,
    );
  },
);

test.skipIf(!mounted)(
  "where a copied database cannot even be read for want of room, its path and the full disk are said",
  async () => {
    const first = join(elsewhere, "first.db");
    await (await open(readConfig(settingsOf(`file:${first}`)))).close();
    const path = join(disk, "copied.db");
    await copyFile(first, path);
    await fill();
    const config = readConfig(settingsOf(`file:${path}`));
    const full = `Cannot open ${path}: its disk is full.`;
    expect((await open(config).catch((it) => it)).message).toStartWith(full);
    const file = join(elsewhere, "copied.backup");
    const ran = await svc({ config }, "backup", file, "--no-keys");
    expect(ran.err).toStartWith(full);
  },
);

test.skipIf(!mounted)(
  "a restore on a full disk says so, and leaves nothing: a start there finds no half place",
  async () => {
    const config = readConfig(settingsOf(`file:${elsewhere}/whole.db`));
    const first = await open(config);
    await openSecret(config.authSecretPath, first.randomBytes);
    const carol = { name: "carol", localPart: "carol" };
    await callOperation(first, addAccount, CLI, carol);
    await first.close();
    const file = join(elsewhere, "whole.backup");
    const env = { BACKUP_PASSPHRASE: "correct horse battery" };
    expect((await svc({ config, env }, "backup", file)).err).toBe("");
    const { bytes } = await readTrailer(file);
    // Files that other tests have left open on theirs may be freed at any time.
    const { path: own } = await smallDisk();
    const place = join(own, "restored");
    const database = join(place, "inbox.db");
    const restored = { config: { ...config, databaseUrl: `file:${database}` } };
    const restore = (...more: readonly string[]) =>
      svc({ ...restored, env }, "restore", file, ...more);

    const all = [4_096, 16_384, bytes, bytes + 4_096];
    for (const left of sample(all.slice(1, 3), all)) {
      await fill(left, own);
      expect(await restore()).toEqual({
        code: 1,
        out: "",
        err: `Cannot restore: the disk of ${database} is full\n`,
      });
      expect(await readdir(place)).toEqual([]);
      await rm(join(own, BALLAST));
    }
    await fill(bytes + 16_384, own);
    const verified = await restore("--verify");
    expect(verified.err).toStartWith(
      `Cannot verify ${database}: its disk is full.`,
    );
  },
);
