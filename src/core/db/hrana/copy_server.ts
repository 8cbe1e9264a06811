import type { Client, InValue, Row, Transaction } from "@libsql/client";
import { createClient } from "@libsql/client";
import Sqlite from "libsql";
import { remoteConfig } from "./remote.ts";
import type { RemoteOptions } from "./server.ts";

/** Reads of one moment from a server's database. */
export interface ServerSnapshot {
  /** The keys that its nodes share, each sealed, by name. */
  readonly sealedKeys: Readonly<Record<string, string>>;
  /** Makes a database file of it: all tables, row by row. */
  copyTo(path: string): Promise<CopiedRows>;
}

/** How much was copied. */
export interface CopiedRows {
  readonly tables: number;
  readonly rows: number;
}

/** Maximum rows per answer; fewer if they are large, because a server limits its answers. */
const PAGE_ROWS = 500;

/**
 * Reads a server's database within one transaction, so all of it is of one moment.
 * @throws Error while a node works on it, or if anything was written before the end, because
 * that would be missing.
 */
export async function withSnapshot<T>(
  options: RemoteOptions,
  work: (snapshot: ServerSnapshot) => Promise<T>,
): Promise<T> {
  const client = createClient({ ...remoteConfig(options), intMode: "bigint" });
  try {
    await refuseEmpty(client);
    await refuseServed(client);
    const reading = await client.transaction("read");
    try {
      const end = await feedEnd(reading);
      const keys = await reading.execute(
        "SELECT name, sealed FROM shared_keys",
      );
      const done = await work({
        sealedKeys: Object.fromEntries(keys.rows.map((it) => [it[0], it[1]])),
        copyTo: async (path) => {
          const copied = await copy(reading, path);
          if ((await feedEnd(client)) === end) return copied;
          throw moving("it was written to meanwhile");
        },
      });
      return done;
    } finally {
      reading.close();
    }
  } finally {
    client.close();
  }
}

type Reading = Pick<Transaction | Client, "execute">;

async function refuseEmpty(client: Reading): Promise<void> {
  const { rows } = await client.execute(
    "SELECT 1 FROM sqlite_schema WHERE name = 'node_feed'",
  );
  if (rows.length > 0) return;
  throw new Error("Cannot move: the server has no database of this service");
}

/** A working node has the lease; a killed one keeps it for some seconds. */
async function refuseServed(client: Reading): Promise<void> {
  const { rows } = await client.execute(
    "SELECT 1 FROM leases WHERE until > unixepoch('subsec') * 1000",
  );
  if (rows.length > 0) throw moving("a service works on it");
}

function moving(why: string): Error {
  return new Error(
    `Cannot move: ${why}. Stop the service on every node, wait half a minute and move it again.`,
  );
}

/** The position of the row that every commit of a node adds. */
async function feedEnd(reading: Reading): Promise<unknown> {
  const { rows } = await reading.execute(
    "SELECT coalesce(max(place), 0) FROM node_feed",
  );
  return rows[0]?.[0];
}

const OWN_FIRST = `SELECT type, name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND name NOT LIKE 'libsql\\_%' ESCAPE '\\'
  ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, rowid`;

async function copy(reading: Reading, path: string): Promise<CopiedRows> {
  const file = new Sqlite(path);
  try {
    file.exec("PRAGMA foreign_keys = OFF");
    file.exec("BEGIN");
    const { rows: parts } = await reading.execute(OWN_FIRST);
    const made = (isTable: boolean) => {
      for (const { type, name, sql } of parts) {
        if ((type === "table") !== isTable) continue;
        // A virtual table has created its underlying tables.
        if (!isThere(file, String(name))) file.exec(String(sql));
      }
    };
    made(true);
    let rows = 0;
    const tables = storedTables(file);
    for (const table of tables) rows += await copyTable(reading, file, table);
    made(false);
    // They are files next to it now.
    file.exec("DELETE FROM shared_keys");
    file.exec("COMMIT");
    return { tables: tables.length, rows };
  } finally {
    file.close();
  }
}

function isThere(file: Sqlite.Database, name: string): boolean {
  const found = file.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?");
  return found.raw().get([name]) !== undefined;
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The key columns, in whose order its rows are read. */
  readonly key: readonly string[];
}

/** All tables that store rows themselves: virtual ones are their underlying tables. */
function storedTables(file: Sqlite.Database): readonly Table[] {
  const listed = file
    .prepare(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'shadow')
         AND name NOT IN ('sqlite_schema', 'sqlite_stat1')`,
    )
    .raw()
    .all([]) as readonly [string, number][];
  return listed.map(([name, isWithoutRowid]) => {
    const fields = file
      .prepare(
        "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY pk",
      )
      .raw()
      .all([name]) as readonly [string, number][];
    const columns = fields.map(([column]) => column);
    const primary = fields.flatMap(([column, pk]) => (pk > 0 ? [column] : []));
    return isWithoutRowid
      ? { name, columns, key: primary }
      : { name, columns: ["rowid", ...columns], key: ["rowid"] };
  });
}

const quoted = (names: readonly string[]) =>
  names.map((it) => (it === "rowid" ? it : `"${it}"`)).join(", ");

const marks = (values: readonly unknown[]) => values.map(() => "?").join(", ");

async function copyTable(
  reading: Reading,
  file: Sqlite.Database,
  { name, columns, key }: Table,
): Promise<number> {
  file.exec(`DELETE FROM "${name}"`);
  const insert = file.prepare(
    `INSERT INTO "${name}" (${quoted(columns)}) VALUES (${marks(columns)})`,
  );
  const places = key.map((it) => columns.indexOf(it));
  const start = `SELECT ${quoted(columns)} FROM "${name}"`;
  const order = `ORDER BY ${quoted(key)} LIMIT`;
  let after: InValue[] = [];
  let size = PAGE_ROWS;
  for (let count = 0; ; ) {
    const beyond = `WHERE (${quoted(key)}) > (${marks(key)})`;
    const sql = `${start} ${after.length === 0 ? "" : beyond} ${order} ${size}`;
    const page = await pageOf(reading, { sql, args: after }, size);
    if (page === undefined) {
      size = Math.ceil(size / 8);
      continue;
    }
    for (const row of page) insert.run(columns.map((_, at) => stored(row[at])));
    count += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < size) return count;
    after = places.map((at) => last[at] ?? null);
  }
}

/** A page of rows; undefined if it exceeds the server's answer limit. */
async function pageOf(
  reading: Reading,
  statement: { readonly sql: string; readonly args: InValue[] },
  size: number,
): Promise<readonly Row[] | undefined> {
  try {
    return (await reading.execute(statement)).rows;
  } catch (error) {
    if (size > 1 && /too large/i.test(String(error))) return undefined;
    throw error;
  }
}

/** A value for binding to the file: whole numbers as bigint, others as real. */
function stored(value: InValue | undefined): InValue {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : (value ?? null);
}
