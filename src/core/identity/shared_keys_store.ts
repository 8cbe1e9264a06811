import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { sharedKeys } from "../db/tables/key_schema.ts";

/** Keys as sealed in the database. */
export const sharedKeyStore = perDatabase(makeSharedKeyStore);

function makeSharedKeyStore({ orm, libraryOrm }: Database) {
  const insert = (name: string, sealed: string) =>
    libraryOrm.insert(sharedKeys).values({ name, sealed });
  return {
    async sealed(name: string) {
      const [row] = await orm
        .select({ sealed: sharedKeys.sealed })
        .from(sharedKeys)
        .where(eq(sharedKeys.name, name))
        .limit(1);
      return row?.sealed;
    },
    /** Adds one, unless another node has. */
    async add(name: string, sealed: string) {
      await insert(name, sealed).onConflictDoNothing();
    },
    async replace(name: string, sealed: string) {
      await insert(name, sealed).onConflictDoUpdate({
        target: sharedKeys.name,
        set: { sealed: sql`excluded.sealed` },
      });
    },
  };
}
