import { getTableColumns, gt, sql } from "drizzle-orm";
import { unfold } from "../src/core/audit/unfold.ts";
import type { Database } from "../src/core/db/database.ts";
import { auditRecords } from "../src/core/db/tables/audit_schema.ts";

const TABLE = `create table if not exists unfolded_records (
  place integer not null, chain_id text not null, seq integer not null,
  body text not null, event text, actor_own text, primary key (chain_id, seq))`;
const EXISTS = "select 1 from sqlite_schema where name = 'unfolded_records'";
const INSERT = "insert into unfolded_records values (?, ?, ?, ?, ?, ?)";

/**
 * Puts every audit record there is into the table `unfolded_records`, a row each, so that
 * a test can ask for them by SQL; `place` is the rowid of the row that holds it.
 */
export async function unfoldRecords({ orm, commit }: Database): Promise<void> {
  const [known] = await orm.values(sql.raw(EXISTS));
  if (!known) await commit([{ sql: TABLE, args: [] }]);
  const last = sql`(select coalesce(max(place), 0) from unfolded_records)`;
  const rows = await orm
    .select({ place: sql<number>`rowid`, ...getTableColumns(auditRecords) })
    .from(auditRecords)
    .where(gt(sql`rowid`, last))
    .orderBy(sql`rowid`);
  await commit(
    rows.flatMap(({ place, ...row }) =>
      unfold(row, "").map(({ chainId, seq, body, event, actorOwn }) => ({
        sql: INSERT,
        args: [place, chainId, seq, body, textOf(event), textOf(actorOwn)],
      })),
    ),
  );
}

function textOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}
