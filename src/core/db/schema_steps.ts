import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where drizzle-kit writes the schema's history. */
export const MIGRATIONS_FOLDER: string = join(import.meta.dir, "migrations");

/** The schema of a database compared with this version. */
export interface SchemaSteps {
  /** Steps that the database has run. */
  readonly applied: number;
  readonly known: number;
  /** Names of the steps that this version would run, in order. */
  readonly pending: readonly string[];
  /** True if a newer version has written the database. */
  readonly isNewer: boolean;
  /** True if its first step is not the baseline of 1.0. */
  readonly isBefore: boolean;
}

/** Reads rows of a database, through any connection. */
export type ReadRows = (
  sql: string,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** This version cannot use the database, and has changed nothing in it. */
export class UnknownSchemaError extends Error {
  override readonly name = "UnknownSchemaError";
}

const NEWER =
  "Cannot open the database: a newer version of the service has written it. Run that version, or restore a backup from before";

const BEFORE =
  "Cannot open the database: a development state from before 1.0 has written it, and no release reads that. Move it away or name another in DATABASE_URL, and the start makes a new one";

interface Step {
  /** Drizzle orders steps by their creation time. */
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

/** Reads the state of a database without changing it. */
export async function schemaSteps(
  read: ReadRows,
  folder: string,
): Promise<SchemaSteps> {
  const steps = stepsIn(folder);
  const taken = await takenIn(read);
  const newest = Math.max(0, ...taken.map(({ when }) => when));
  const [first] = taken;
  return {
    applied: taken.length,
    known: steps.length,
    pending: steps.filter(({ when }) => when > newest).map(({ tag }) => tag),
    isNewer: newest > Math.max(0, ...steps.map(({ when }) => when)),
    isBefore: first !== undefined && first.hash !== baselineOf(folder, steps),
  };
}

/** Accepts a database that this version can use. @throws UnknownSchemaError */
export function assertKnown({ isBefore, isNewer }: SchemaSteps): void {
  const sentence = whyUnknown({ isBefore, isNewer });
  if (sentence !== undefined) throw new UnknownSchemaError(sentence);
}

/** Why this version cannot use a database, if so. */
export function whyUnknown({
  isBefore,
  isNewer,
}: Pick<SchemaSteps, "isBefore" | "isNewer">): string | undefined {
  if (isBefore) return BEFORE;
  return isNewer ? NEWER : undefined;
}

/** In the form of Drizzle's row for a step. */
function baselineOf(folder: string, [first]: readonly Step[]): string {
  const sql = readFileSync(join(folder, `${first?.tag}.sql`));
  return createHash("sha256").update(sql).digest("hex");
}

async function takenIn(read: ReadRows) {
  const table = await read(
    "select 1 from sqlite_master where name = '__drizzle_migrations'",
  );
  if (table.length === 0) return [];
  const rows = await read(
    "select hash, created_at from __drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, created_at }) => ({
    hash: String(hash),
    when: Number(created_at),
  }));
}
