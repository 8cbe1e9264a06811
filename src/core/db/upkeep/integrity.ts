import type Sqlite from "libsql";
import { LIMITS } from "../../base/limits.ts";
import type { Pause } from "./copy_file.ts";
import { openExisting } from "./open_existing.ts";

/** A database file to check. */
export interface IntegrityOrder {
  readonly path: string;
}

/**
 * Problems that SQLite finds in a file: the structure of its pages, each index against its
 * table, each constraint, the word index. Table by table, because the log cannot restart
 * while one is read.
 */
export async function checkIntegrity(
  { path }: IntegrityOrder,
  rest: Pause,
): Promise<readonly string[]> {
  const database = openExisting(path, LIMITS.startWaitMs);
  try {
    database.exec("PRAGMA query_only = ON");
    const found: string[] = [];
    for (const table of ["sqlite_schema", ...tablesOf(database)]) {
      for (const problem of problemsOf(database, table)) {
        found.push(`${table}: ${problem}`);
      }
      if (found.length >= LIMITS.auditFaultsMax) break;
      await rest(1);
    }
    return found;
  } catch (error) {
    // The damage may prevent reading even the list of tables.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

function tablesOf(database: Sqlite.Database): readonly string[] {
  return column(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  );
}

function problemsOf(
  database: Sqlite.Database,
  table: string,
): readonly string[] {
  const name = table.replaceAll('"', '""');
  try {
    return column(database, `PRAGMA integrity_check("${name}")`).filter(
      (it) => it !== "ok",
    );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function column(database: Sqlite.Database, sql: string): readonly string[] {
  const rows: unknown[] = database.prepare(sql).raw().all([]);
  return rows.map((row) => String(Array.isArray(row) ? row[0] : row));
}
