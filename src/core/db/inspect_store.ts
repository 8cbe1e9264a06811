import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { MIGRATIONS_FOLDER } from "./migrate.ts";
import { perDatabase } from "./per_database.ts";

/** What a database is, for an operator. */
export interface Inspection {
  /** The version of SQLite. */
  readonly sqlite: string;
  readonly bytes: number;
  /** Steps of the schema that it has, and that this version knows. */
  readonly applied: number;
  readonly known: number;
}

export const inspectStore = perDatabase(({ orm }: Database) => ({
  async inspect(): Promise<Inspection> {
    const [row] = await orm.values<[string, number, number]>(
      sql`select sqlite_version(),
        (select page_count from pragma_page_count) * (select page_size from pragma_page_size),
        (select count(*) from __drizzle_migrations)`,
    );
    const [sqlite = "", bytes = 0, applied = 0] = row ?? [];
    return { sqlite, bytes, applied, known: knownSteps() };
  },
}));

function knownSteps(): number {
  const path = join(MIGRATIONS_FOLDER, "meta/_journal.json");
  const { entries }: { readonly entries: readonly unknown[] } = JSON.parse(
    readFileSync(path, "utf8"),
  );
  return entries.length;
}
