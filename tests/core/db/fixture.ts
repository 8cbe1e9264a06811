import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../src/core/db/database.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { emptyDirectory } from "../../directory.ts";

/** Tables of these tests only: the store must not depend on the service's schema. */
const MIGRATION = [
  `CREATE TABLE wallets (
    id TEXT PRIMARY KEY,
    balance INTEGER NOT NULL CONSTRAINT balance_not_negative CHECK (balance >= 0)
  )`,
  `CREATE TABLE notes (
    id TEXT PRIMARY KEY,
    wallet TEXT REFERENCES wallets (id),
    later TEXT REFERENCES wallets (id) DEFERRABLE INITIALLY DEFERRED,
    seq INTEGER UNIQUE,
    tags TEXT,
    bytes BLOB
  )`,
  `CREATE TRIGGER notes_stay BEFORE DELETE ON notes BEGIN
    SELECT RAISE(ABORT, 'notes are never deleted');
  END`,
];

export const wallets = sqliteTable("wallets", {
  id: text().primaryKey(),
  balance: integer().notNull(),
});

export const notes = sqliteTable("notes", {
  id: text().primaryKey(),
  wallet: text(),
  later: text(),
  seq: integer(),
  tags: text({ mode: "json" }).$type<readonly string[] | null>(),
  bytes: blob({ mode: "buffer" }),
});

/** Where a test keeps its database. */
export interface Folder {
  readonly path: string;
  readonly url: string;
  readonly file: string;
  readonly migrationsFolder: string;
}

export function folderAt(path: string): Folder {
  const file = join(path, "data", "inbox.db");
  const migrationsFolder = join(path, "migrations");
  return { path, file, url: `file:${file}`, migrationsFolder };
}

/** A folder under the system's temporary one, with a migration in it; deleted at the end of the scope. */
export async function temporaryFolder(): Promise<Folder & AsyncDisposable> {
  const path = await emptyDirectory("db_test_");
  const folder = folderAt(path);
  await mkdir(join(path, "data"));
  await writeMigration(folder.migrationsFolder);
  return {
    ...folder,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Another process on the folder, in one of child.ts's roles. */
export function startChild(
  role: "own" | "hold" | "collect" | "load",
  folder: Folder,
  start = 0,
) {
  const script = join(import.meta.dir, "child.ts");
  return Bun.spawn([process.execPath, script, role, folder.path, `${start}`], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
}

/** Reads lines as they come. */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const text = decoder.decode(bytes, { stream: true });
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Waits until a child says that it holds what its role holds. */
export async function ready(
  child: ReturnType<typeof startChild>,
): Promise<void> {
  const first = await linesOf(child.stdout).next();
  if (first.value !== "ready") throw new Error("The child is not ready");
}

export interface Opened extends AsyncDisposable {
  readonly db: Database;
  readonly folder: Folder;
}

/** A fresh embedded database; closed and deleted at the end of the scope. */
export async function openedFolder(): Promise<Opened> {
  const folder = await temporaryFolder();
  const db = await openDatabase(folder);
  return {
    db,
    folder,
    async [Symbol.asyncDispose]() {
      await db.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/**
 * The error a promise is refused with.
 * Not `expect(promise).rejects`: it waits without returning to the event loop, where a worker's answer would never come.
 */
export async function refusal(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) throw new Error("it was not refused");
  return outcome;
}

export function note(id: string, seq: number | null = null): Statement {
  return {
    sql: "INSERT INTO notes (id, seq) VALUES (?, ?)",
    args: [id, seq],
  };
}

export function wallet(id: string, balance: number): Statement {
  return {
    sql: "INSERT INTO wallets (id, balance) VALUES (?, ?)",
    args: [id, balance],
  };
}

export function take(id: string): Statement {
  return {
    sql: "UPDATE wallets SET balance = balance - 1 WHERE id = ?",
    args: [id],
  };
}

export async function noteIds(db: Database): Promise<string[]> {
  const rows = await db.orm.select({ id: notes.id }).from(notes);
  return rows.map(({ id }) => id).sort();
}

export async function balanceOf(
  db: Database,
  id: string,
): Promise<number | undefined> {
  const found = await db.orm.select().from(wallets).where(eq(wallets.id, id));
  return found[0]?.balance;
}

export async function countNotes(db: Database): Promise<number> {
  const rows = await db.orm
    .select({ count: sql<number>`count(*)` })
    .from(notes);
  return rows[0]?.count ?? 0;
}

async function writeMigration(folder: string): Promise<void> {
  await mkdir(join(folder, "meta"), { recursive: true });
  await Bun.write(
    join(folder, "0000_start.sql"),
    MIGRATION.join(";\n--> statement-breakpoint\n"),
  );
  const entry = { idx: 0, version: "6", when: 1, tag: "0000_start" };
  await Bun.write(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({
      version: "7",
      dialect: "sqlite",
      entries: [{ ...entry, breakpoints: true }],
    }),
  );
}
