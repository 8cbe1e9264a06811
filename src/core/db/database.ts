/**
 * How is anything read from the store, and how is it written? `commit.ts` is the one
 * writer. `tables/` has the records and their triggers, `kept/` keeps seldom written rows,
 * `nodes/` is what nodes tell one another, `hrana/` speaks with a libSQL server, `lock/`
 * has one process own the file, `upkeep/` copies and checks the file. The sums of
 * `packages/database-file/` tell a page that the disk changed from one that was written.
 * @module
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import Sqlite from "libsql";
import { LIMITS } from "../base/limits.ts";
import type { BatchObserver } from "./commit.ts";
import { CommitQueue } from "./commit.ts";
import { DistantReader } from "./distant_reader.ts";
import { drizzleOver } from "./drizzle_over.ts";
import { EmbeddedReader } from "./embedded.ts";
import { failureOf, openFailure, storageError } from "./failure.ts";
import { MergingReader } from "./hrana/merging_reader.ts";
import {
  openRemote,
  RemoteSink,
  refuseReplica,
  remoteConfig,
} from "./hrana/remote.ts";
import { TableWrites } from "./kept/table_writes.ts";
import { WritingClient } from "./library.ts";
import type { LimitedClient } from "./limited_client.ts";
import { lockDatabase } from "./lock/lock.ts";
import type { TellSteps } from "./migrate.ts";
import type { Wake } from "./nodes/feed.ts";
import { feedOf } from "./nodes/feed.ts";
import type { Node } from "./nodes/follower.ts";
import { Follower } from "./nodes/follower.ts";
import type { ReadObserver } from "./observed_client.ts";
import { ObservedClient } from "./observed_client.ts";
import type { ReadRows, SchemaSteps } from "./schema_steps.ts";
import { assertKnown, MIGRATIONS_FOLDER, schemaSteps } from "./schema_steps.ts";
import type { Statement } from "./statement.ts";
import { Upkeep } from "./upkeep/upkeep.ts";
import { Writer } from "./writer.ts";

export { ConstraintError, StorageError } from "./failure.ts";

/** The store: Drizzle to read, one queue to write. */
export interface Database {
  /** Drizzle over the read side. Never used to write. */
  readonly orm: LibSQLDatabase;
  /** The same for long reads, which delay no others. */
  readonly longOrm: LibSQLDatabase;
  /**
   * Applies all statements atomically, and tells other nodes what it publishes; resolves once
   * they are on disk. Rejects with ConstraintError (nothing of this list was written) or
   * StorageError.
   */
  commit(
    statements: readonly Statement[],
    wakes?: readonly Wake[],
  ): Promise<void>;
  /**
   * Drizzle for a library that writes itself: each statement is its own commit, through the
   * same queue.
   */
  readonly libraryOrm: LibSQLDatabase;
  /** Copies and checks the file as a whole; null with a server. */
  readonly upkeep: Upkeep | null;
  /** The writes so far, here and by followed nodes; null if they are unknown. */
  readonly writes: TableWrites | null;
  /** The follower of other nodes; null if one process owns the file. */
  readonly follower: Follower | null;
  /** Commits that wait or are being written. */
  readonly commitsWaiting: () => number;
  /** The bytes for caches of its rows. */
  readonly cacheBytes: number;
  /** Waits for queued commits, then closes. */
  close(): Promise<void>;
}

/** The database's address, and its migrations. */
export interface DatabaseOptions {
  readonly url: string;
  readonly authToken?: string;
  readonly migrationsFolder?: string;
  readonly observe?: BatchObserver;
  readonly observeRead?: ReadObserver;
  /** This node of several with one server; without it no rows are cached. */
  readonly node?: Node;
  readonly cacheBytes?: number;
  /** Notified of schema steps as they run. */
  readonly tell?: TellSteps;
}

const REMOTE = /^(?:libsql|https?|wss?):/;

/** Opens and migrates a file, which this process then owns, or a libSQL server's database. */
export async function openDatabase(
  options: DatabaseOptions,
): Promise<Database> {
  const { url } = options;
  if (url.startsWith("file:")) return openFile(pathOf(url), options);
  if (REMOTE.test(url)) return openServer(options);
  throw new TypeError(
    "Cannot open the database: its URL must start with file:, libsql:, http: or https:",
  );
}

/** The schema of a database compared with this version's; undefined if there is none yet. */
export async function readSchema(
  options: DatabaseOptions,
): Promise<SchemaSteps | undefined> {
  const { url, migrationsFolder = MIGRATIONS_FOLDER, ...remote } = options;
  if (url.startsWith("file:")) return fileSchema(pathOf(url), migrationsFolder);
  const client = openRemote({ url, ...remote });
  try {
    const read = async (sql: string) => (await client.execute(sql)).rows;
    return await schemaSteps(read, migrationsFolder);
  } finally {
    client.close();
  }
}

/**
 * Uses a read-only connection: closing it leaves the log of a killed process in place, so
 * that its page checksums are known before it is moved into the file.
 */
async function fileSchema(
  path: string,
  migrationsFolder: string,
): Promise<SchemaSteps | undefined> {
  if (!existsSync(path)) return undefined;
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "ro");
  let file: Sqlite.Database | undefined;
  try {
    file = new Sqlite(url.href, { timeout: LIMITS.startWaitMs });
    return await schemaSteps(rowsOf(file), migrationsFolder);
  } catch (error) {
    throw openFailure(path, storageError("read", failureOf(error)));
  } finally {
    file?.close();
  }
}

function rowsOf(file: Sqlite.Database): ReadRows {
  return async (sql) => file.prepare(sql).all([]) as Record<string, unknown>[];
}

async function openFile(
  path: string,
  {
    migrationsFolder = MIGRATIONS_FOLDER,
    observe,
    observeRead,
    cacheBytes = LIMITS.cacheBytes,
    tell,
  }: DatabaseOptions,
): Promise<Database> {
  const lock = lockDatabase(path);
  const writer = new Writer(path);
  const reader = new EmbeddedReader(path);
  try {
    const schema = await fileSchema(path, migrationsFolder);
    if (schema) assertKnown(schema);
    // The last connection to close moves the log into the file; the writer must see it first.
    await reader.execute("SELECT count(*) FROM sqlite_schema");
    if (schema?.pending.length !== 0) {
      const { migrateDatabase } = await import("./migrate.ts");
      const { href: url } = pathToFileURL(path);
      await migrateDatabase({ url }, { migrationsFolder, tell });
    }
    await writer.apply([]);
  } catch (error) {
    reader.close();
    await writer.close();
    lock.release();
    throw openFailure(path, error);
  }
  const distant = new DistantReader(path);
  const writes = new TableWrites();
  const queue = new CommitQueue(writer, {
    overlap: true,
    writes,
    observe,
  });
  const upkeep = new Upkeep(path, writer);
  return {
    orm: drizzleOver(observed(reader, observeRead)),
    longOrm: drizzleOver(observed(distant, observeRead)),
    libraryOrm: drizzleOver(new WritingClient(reader, queue)),
    upkeep,
    writes,
    follower: null,
    cacheBytes,
    commit: (statements) => queue.commit(statements),
    commitsWaiting: () => queue.depth,
    async close() {
      await upkeep.finish();
      await queue.close();
      reader.close();
      await distant.finish();
      lock.release();
    },
  };
}

async function openServer({
  migrationsFolder = MIGRATIONS_FOLDER,
  observe,
  observeRead,
  node,
  cacheBytes = LIMITS.cacheBytes,
  tell,
  ...remote
}: DatabaseOptions): Promise<Database> {
  const { migrateDatabase } = await import("./migrate.ts");
  await migrateDatabase(remoteConfig(remote), { migrationsFolder, tell });
  const open = (mergeMax: number) =>
    observed(new MergingReader(remote, mergeMax), observeRead);
  const reader = open(LIMITS.nearReadsMerged);
  const farReader = open(LIMITS.farReadsMerged);
  const orm = drizzleOver(reader);
  const writes = new TableWrites();
  const follower = node ? new Follower(node, feedOf(orm), writes) : null;
  await follower?.begin();
  if (follower) await refuseReplica(remote, follower.hello());
  const queue = new CommitQueue(new RemoteSink(remote, follower), {
    writes,
    observe,
  });
  return {
    orm,
    longOrm: drizzleOver(farReader),
    libraryOrm: drizzleOver(new WritingClient(reader, queue)),
    upkeep: null,
    writes: follower && writes,
    follower,
    commit: (statements, wakes) => queue.commit(statements, wakes),
    cacheBytes,
    commitsWaiting: () => queue.depth,
    async close() {
      await queue.close();
      reader.close();
      farReader.close();
    },
  };
}

function observed(
  reader: LimitedClient,
  observe: ReadObserver | undefined,
): LimitedClient {
  return observe ? new ObservedClient(reader, observe) : reader;
}

function pathOf(url: string): string {
  const path = url.startsWith("file://")
    ? fileURLToPath(url)
    : resolve(decodeURIComponent(url.slice("file:".length)));
  if (path.includes("?") || path.endsWith(":memory:")) {
    throw new TypeError("Cannot open the database: its URL must name a file");
  }
  return path;
}
