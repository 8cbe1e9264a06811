import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";

/** How the schema of a database stands to what this version knows. */
export interface SchemaSteps {
  /** Steps that the database has taken. */
  readonly applied: number;
  readonly known: number;
  /** Names of those that this version would take, in order. */
  readonly pending: readonly string[];
  /** True if a newer version has written the database. */
  readonly isNewer: boolean;
}

/** A newer version has written the database: an older one would not understand it. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";

  constructor() {
    super(
      "Cannot open the database: a newer version of the service has written it. Run that version, or restore a backup from before",
    );
  }
}

interface Step {
  /** Drizzle knows a step by the moment it was made. */
  readonly when: number;
  readonly tag: string;
}

/** The steps of a folder that drizzle-kit writes. */
export function stepsIn(folder: string): readonly Step[] {
  const path = join(folder, "meta/_journal.json");
  const journal: { readonly entries: readonly Step[] } = JSON.parse(
    readFileSync(path, "utf8"),
  );
  return journal.entries;
}

/** Reads where a database is; it changes nothing. */
export async function schemaSteps(
  client: Client,
  folder: string,
): Promise<SchemaSteps> {
  const steps = stepsIn(folder);
  const taken = await takenIn(client);
  const newest = Math.max(0, ...taken);
  return {
    applied: taken.length,
    known: steps.length,
    pending: steps.filter(({ when }) => when > newest).map(({ tag }) => tag),
    isNewer: newest > Math.max(0, ...steps.map(({ when }) => when)),
  };
}

async function takenIn(client: Client): Promise<number[]> {
  const table = await client.execute(
    "select 1 from sqlite_master where name = '__drizzle_migrations'",
  );
  if (table.rows.length === 0) return [];
  const { rows } = await client.execute(
    "select created_at from __drizzle_migrations",
  );
  return rows.map((row) => Number(row.created_at));
}
