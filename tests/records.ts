import { asc, gt, sql } from "drizzle-orm";
import { recordEntries } from "../src/core/audit/lines.ts";
import type { Database } from "../src/core/db/database.ts";
import { auditRecords } from "../src/core/db/tables/audit_schema.ts";

const TABLE = `create table if not exists unfolded_records (
  place integer not null, chain_id text not null, seq integer not null,
  body text not null, event text, actor_own text, primary key (chain_id, seq))`;
const EXISTS = "select 1 from sqlite_schema where name = 'unfolded_records'";
const INSERT = "insert into unfolded_records values (?, ?, ?, ?, ?, ?)";

/**
 * Puts every entry of every audit record into the table `unfolded_records`, a row each, so
 * that a test can ask for them by SQL; `place` is that of its record.
 */
export async function unfoldRecords({ orm, commit }: Database): Promise<void> {
  const [known] = await orm.values(sql.raw(EXISTS));
  if (!known) await commit([{ sql: TABLE, args: [] }]);
  const last = sql`(select coalesce(max(place), 0) from unfolded_records)`;
  const rows = await orm
    .select()
    .from(auditRecords)
    .where(gt(auditRecords.place, last))
    .orderBy(asc(auditRecords.place));
  await commit(
    rows.flatMap(({ place, ...record }) =>
      recordEntries(record, "").map(({ chainId, seq, said, event, own }) => ({
        sql: INSERT,
        args: [
          place,
          chainId,
          seq,
          JSON.stringify(said),
          textOf(event),
          textOf(own),
        ],
      })),
    ),
  );
}

function textOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}
