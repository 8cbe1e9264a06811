import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { MIGRATIONS_FOLDER } from "./migrate.ts";
import { perDatabase } from "./per_database.ts";
import { stepsIn } from "./schema_steps.ts";

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
    return { sqlite, bytes, applied, known: stepsIn(MIGRATIONS_FOLDER).length };
  },
}));
