import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { perDatabase } from "./per_database.ts";

/** The facts about a database for the operator. */
export interface Inspection {
  /** The version of SQLite. */
  readonly sqlite: string;
  readonly bytes: number;
}

export const inspectStore = perDatabase(({ orm }: Database) => ({
  async inspect(): Promise<Inspection> {
    const [row] = await orm.values<[string, number]>(
      sql`select sqlite_version(),
        (select page_count from pragma_page_count) * (select page_size from pragma_page_size)`,
    );
    const [sqlite = "", bytes = 0] = row ?? [];
    return { sqlite, bytes };
  },
}));
