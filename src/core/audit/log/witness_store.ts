import { sql } from "drizzle-orm";
import type { Cosignature } from "../../../../packages/verify/src/witness.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import type { Statement } from "../../db/statement.ts";
import { logWitnesses } from "../../db/tables/audit_schema.ts";

/** The stored state of a witness. */
export type WitnessRow = typeof logWitnesses.$inferSelect;

/** Stores what each witness has signed last. */
export const witnessStore = perDatabase(makeWitnessStore);

function makeWitnessStore({ orm }: Database) {
  const some = orm
    .select()
    .from(logWitnesses)
    .where(
      sql`${logWitnesses.name} in (select value from json_each(${sql.placeholder("names")}))`,
    )
    .prepare();
  return {
    of: (names: readonly string[]): Promise<WitnessRow[]> =>
      some.all({ names: JSON.stringify(names) }),
    signed,
    failed,
  };
}

// A node that lost its lease without knowing must not set an older one.
const SIGNED = `insert into log_witnesses (name, size, cosignature, signed_at, tried_at) values (?, ?, ?, ?, ?)
  on conflict (name) do update set size = excluded.size, cosignature = excluded.cosignature,
    signed_at = excluded.signed_at, tried_at = excluded.tried_at, problem = null
  where excluded.size >= log_witnesses.size`;
const FAILED = `insert into log_witnesses (name, size, problem, tried_at) values (?, 0, ?, ?)
  on conflict (name) do update set problem = excluded.problem, tried_at = excluded.tried_at`;

function signed(
  name: string,
  size: number,
  { line, signedAt }: Cosignature,
  now: number,
): Statement {
  return { sql: SIGNED, args: [name, size, line, signedAt, now] };
}

function failed(name: string, problem: string, now: number): Statement {
  return { sql: FAILED, args: [name, problem, now] };
}
