import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "libsql";
import { oneFile } from "../../scripts/one_file.ts";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { readConfig } from "../../src/config/config.ts";
import { fillPlace } from "../../src/core/backup/restore_file.ts";
import { openSecret } from "../../src/core/identity/secret.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openServices } from "../../src/process/open_services.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(60_000);

const PASSPHRASE = "correct horse battery";
const KEYS = [
  "signing_key.json",
  "card_key.json",
  "request_key.json",
  "auth_secret",
];

/** Lets others do something. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A service with a conversation, stopped, and a file with a passphrase. */
async function prepare(core: Opened): Promise<string> {
  const { member } = await core.add("alice");
  await core.run(createConversation, member, { title: "Kept", text: "a bell" });
  await openSecret(core.config.authSecretPath, core.services.randomBytes);
  await core.services.close();
  const passphrase = join(core.directory, "passphrase");
  await Bun.write(passphrase, `${PASSPHRASE}\n`);
  return passphrase;
}

/** An empty place to restore to. */
function placeIn(core: Opened, name = "restored") {
  const folder = join(core.directory, name);
  const databaseUrl = `file:${folder}/inbox.db`;
  return { folder, config: { ...core.config, databaseUrl } };
}

/** Makes a backup of a stopped service. */
async function backedUp(core: Opened) {
  const passphrase = await prepare(core);
  const file = join(core.directory, "it.backup");
  const sealed = ["--passphrase-file", passphrase] as const;
  const made = await json(core, "backup", file, ...sealed);
  expect(made).toMatchObject({ file, hasKeys: true });
  return { file, sealed };
}

/** One backup for all that restore it: sealing its keys takes some tenths of a second. */
const theBackup = shared(async () => {
  const core = await openCore();
  return {
    core,
    ...(await backedUp(core)),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
});

test("a backup is restored with its keys into an empty place, and a service starts on it", async () => {
  const { core, file, sealed } = theBackup();
  const place = placeIn(core);
  const restored = await json(place, "restore", file, ...sealed, "--verify");
  expect(restored).toMatchObject({ missing: [] });
  for (const name of KEYS) {
    const path = join(place.folder, name);
    expect(await Bun.file(path).text()).toBe(
      await Bun.file(join(core.directory, name)).text(),
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  expect(restored.problems).toEqual([]);
  expect((await svc(place, "verify")).code).toBe(0);
  expect((await svc(place, "account", "list")).out).toContain("alice");
});

test("a service without any record is backed up and restored", async () => {
  await using core = await openCore();
  await core.services.close();
  const file = join(core.directory, "new.backup");
  const made = await svc(core, "backup", file, "--no-keys");
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).not.toContain("not signed");
  const place = placeIn(core, "new");
  expect((await svc(place, "restore", file)).code).toBe(0);
  expect((await svc(place, "audit", "checkpoint")).err).toBe(
    "Cannot make a checkpoint: there are no records yet\n",
  );
});

test("nothing is put over a database, over what is left of one, or over another key", async () => {
  const { core, file, sealed } = theBackup();
  const place = placeIn(core, "occupied");
  const refusal = async (path: string) => {
    const ran = await svc(place, "restore", file, ...sealed);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain(path);
    expect(await Bun.file(path).text()).toBe("mine");
    await rm(path);
  };
  const { folder } = place;
  const names = ["inbox.db", "inbox.db-wal", ...KEYS];
  for (const name of sample(names.slice(1, 3), names)) {
    const path = join(folder, name);
    await Bun.write(path, "mine");
    await refusal(path);
    expect(await readdir(folder)).not.toContain("inbox.db.part");
  }
  await json(place, "restore", file, ...sealed);
  const again = await svc(place, "restore", file, ...sealed);
  expect(again.err).toContain("inbox.db is there already");
});

test("another passphrase opens no keys, and leaves no files", async () => {
  const { core, file } = theBackup();
  const place = placeIn(core, "unopened");
  const env = { BACKUP_PASSPHRASE: "another passphrase" };
  expect(await svc({ ...place, env }, "restore", file)).toEqual({
    code: 1,
    out: "",
    err: "Cannot restore the keys: wrong passphrase\n",
  });
  expect(await Bun.file(join(place.folder, "inbox.db")).exists()).toBe(false);
  const without = await json(place, "restore", file, "--no-keys");
  expect(without.missing).toEqual(KEYS.map((it) => join(place.folder, it)));
});

test("the keys are sealed or left out by choice, never silently", async () => {
  await using core = await openCore();
  const passphrase = await prepare(core);
  const file = join(core.directory, "it.backup");
  const unsaid = await svc(core, "backup", file);
  expect(unsaid).toMatchObject({ code: 1, out: "" });
  expect(unsaid.err).toContain("--no-keys");
  await Bun.write(passphrase, "short\n");
  const short = await svc(
    core,
    "backup",
    file,
    "--passphrase-file",
    passphrase,
  );
  expect(short.err).toBe(
    `Cannot back up: the passphrase in ${passphrase} must have 12 characters or more\n`,
  );
  const nowhere = join(core.directory, "nowhere");
  const unread = await svc(core, "backup", file, "--passphrase-file", nowhere);
  expect(unread.err).toBe(
    `Cannot back up: the passphrase file ${nowhere} can't be read\n`,
  );
  const made = await json(core, "backup", file, "--no-keys");
  expect(made.hasKeys).toBe(false);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const name of KEYS) {
    const key = await Bun.file(join(core.directory, name)).text();
    expect(await Bun.file(file).text()).not.toContain(key.trim());
  }
});

test("a file that is there is never written over, and no draft of one stays", async () => {
  await using core = await openCore();
  await prepare(core);
  const file = join(core.directory, "it.backup");
  await Bun.write(file, "mine");
  const refused = await svc(core, "backup", file, "--no-keys");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toBe(`Cannot back up: ${file} already exists.\n`);
  expect(await Bun.file(file).text()).toBe("mine");
  const names = await readdir(core.directory);
  expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a backup that was cut or of which one bit was changed is refused", async () => {
  const { core, file } = theBackup();
  const place = placeIn(core, "damaged");
  const spoilt = join(core.directory, "spoilt.backup");
  const whole = await Bun.file(file).bytes();
  const last = whole.lastIndexOf(10, -2);
  const places = [0, 5_000, whole.length >> 1, last - 700, last + 5, last + 40];
  const damaged = [
    ...places.map((at) => whole.with(at, (whole[at] ?? 0) ^ 4)),
    ...[0, 1, 4_096, whole.length - 1].map((end) => whole.subarray(0, end)),
    Buffer.concat([whole.subarray(0, 4_096), whole]),
    Buffer.concat([whole, Buffer.from("\n")]),
  ];
  for (const bytes of damaged) {
    await Bun.write(spoilt, bytes);
    const ran = await svc(place, "restore", spoilt, "--no-keys");
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toStartWith(`Cannot use ${spoilt} as a backup: `);
  }
  expect(await Bun.file(join(place.folder, "inbox.db")).exists()).toBe(false);
});

test("a damaged database is not backed up: the last good backup stays the last", async () => {
  await using core = await openCore();
  await prepare(core);
  const path = join(core.directory, "inbox.db");
  const file = new Sqlite(path);
  const row: unknown = file
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'messages_id'")
    .raw()
    .get([]);
  file.close();
  const bytes = await Bun.file(path).bytes();
  const at = (Number(Array.isArray(row) ? row[0] : row) - 1) * 4_096;
  bytes.fill(0, at + 4_000, at + 4_096);
  await Bun.write(path, bytes);
  const backup = join(core.directory, "it.backup");
  const refused = await svc(core, "backup", backup, "--no-keys");
  expect(refused.err).toContain("the database is damaged");
  expect(await Bun.file(backup).exists()).toBe(false);
});

test("all that was answered before a backup began is in it, though the service goes on writing", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const answered: string[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) answered.push((await core.add()).accountId);
  };
  const writing = Promise.all([write(), write(), write(), write()]);
  while (answered.length < sample(60, 200)) await turn();
  const before = [...answered];
  const file = join(core.directory, "it.backup");
  const made = await json({ config: core.config }, "backup", file, "--no-keys");
  expect(answered.length).toBeGreaterThan(before.length);
  isOver = true;
  await writing;
  await channel.stop();
  expect(made.bytes).toBeGreaterThan(0);
  const place = placeIn(core);
  await json(place, "restore", file, "--no-keys");
  const copy = new Sqlite(join(place.folder, "inbox.db"));
  const ids: unknown[] = copy.prepare("SELECT id FROM accounts").raw().all([]);
  copy.close();
  expect(ids.flat()).toEqual(expect.arrayContaining(before));
  expect((await svc(place, "audit", "verify")).out).toContain("signed");
});

test("an unwritable place is reported, and nothing stays there", async () => {
  await using core = await openCore();
  await prepare(core);
  const nowhere = join(core.directory, "nowhere/it.backup");
  const refused = await svc(core, "backup", nowhere, "--no-keys");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toStartWith("Cannot back up: no such file");
});

const MAIN = await oneFile("src/cli/main.ts");

/**
 * A backup by a process that may make no file larger than some KiB. Its database is a copy
 * with an empty log, which counts, too, and with the memory that those who have it open share.
 */
async function backedUpWithin(core: Opened, kib: number) {
  await prepare(core);
  const folder = join(core.directory, "alone");
  const path = join(folder, "inbox.db");
  const file = join(core.directory, "it.backup");
  await mkdir(folder);
  const made = new Sqlite(join(core.directory, "inbox.db"));
  made.exec(`VACUUM INTO '${path}'`);
  made.close();
  const held = new Sqlite(path);
  held.exec("PRAGMA journal_mode = WAL");
  held.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const limited = `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`;
  const backup = [process.execPath, MAIN, "backup", file, "--no-keys"];
  const child = Bun.spawn(["bash", "-c", limited, "svc", ...backup], {
    env: { PATH: "/usr/bin:/bin", DATABASE_URL: `file:${path}` },
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  const code = await child.exited;
  held.close();
  return { said, code };
}

const namesIn = async (core: Opened) =>
  (await readdir(core.directory)).filter((name) => name.includes("backup"));

test("a disk that is full leaves nothing, and says what happened", async () => {
  await using core = await openCore();
  const { said, code } = await backedUpWithin(core, 200);
  expect(code).toBe(1);
  expect(said).toMatch(/^Cannot back up: .*(?:too large|disk is full).*\n$/);
  expect(await namesIn(core)).toEqual([]);
});

test("a disk that takes no signature says what failed", async () => {
  await using core = await openCore();
  const { said, code } = await backedUpWithin(core, 10);
  expect(code).toBe(1);
  expect(said).toBe(
    "Cannot save this now: the database is busy or unavailable. Cannot write: disk I/O error.\n",
  );
  expect(await namesIn(core)).toEqual([]);
});

test("a backup that is killed leaves nothing under its name, and the next one is made", async () => {
  await using core = await openCore();
  await prepare(core);
  const file = join(core.directory, "it.backup");
  const child = Bun.spawn(
    [process.execPath, MAIN, "backup", file, "--no-keys"],
    { env: { DATABASE_URL: core.config.databaseUrl } },
  );
  while ((await namesIn(core)).length === 0) await turn();
  child.kill("SIGKILL");
  await child.exited;
  const [left = ""] = await namesIn(core);
  expect(left).toEndWith(".part");
  await json(core, "backup", file, "--no-keys");
  await json(placeIn(core), "restore", file, "--no-keys");
});

test("a restored service that is verified says which keys it lacks, and whose backup it was", async () => {
  const { core, file } = theBackup();
  const place = placeIn(core, "verified");
  const lacking = await svc(place, "restore", file, "--no-keys", "--verify");
  expect(lacking.code).toBe(1);
  expect(lacking.out).toContain("signing_key.json is missing");
  await rm(join(place.folder, "inbox.db"));
  await using stranger = await openCore();
  await openSecret(stranger.config.authSecretPath, core.services.randomBytes);
  for (const name of KEYS) {
    const key = await Bun.file(join(stranger.directory, name)).bytes();
    await Bun.write(join(place.folder, name), key);
  }
  const other = await svc(place, "restore", file, "--no-keys", "--verify");
  expect(other.code).toBe(1);
  expect(other.out).toContain("the backup wasn't signed with this key");
});

test("no service starts beside an unfinished restore; another restore completes it", async () => {
  const { core, file, sealed } = theBackup();
  const place = placeIn(core, "half");
  const config = readConfig({ DATABASE_URL: place.config.databaseUrl });
  const draft = join(place.folder, "inbox.db.part");
  await Bun.write(draft, "the first pages");
  await expect(openServices(config)).rejects.toThrow(draft);
  expect(await readdir(place.folder)).toEqual(["inbox.db.part"]);
  await json(place, "restore", file, ...sealed, "--verify");
});

test("a move that finds the disk full leaves nothing, no journal either", async () => {
  const { core } = theBackup();
  const { folder } = placeIn(core, "moved");
  const database = join(folder, "inbox.db");
  const keys = { [join(folder, "auth_secret")]: "a secret\n" };
  const moving = fillPlace({ database, keys, doing: "move" }, async (draft) => {
    for (const end of ["", "-journal"]) await Bun.write(draft + end, "pages");
    throw new Error("database or disk is full");
  });
  await expect(moving).rejects.toThrow(
    `Cannot move: the disk of ${database} is full`,
  );
  expect(await readdir(folder)).toEqual([]);
});
