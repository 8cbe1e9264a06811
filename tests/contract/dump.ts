import { sql } from "drizzle-orm";
import { recordEntries } from "../../src/core/audit/lines.ts";
import type { Database } from "../../src/core/db/database.ts";
import { auditRecords } from "../../src/core/db/tables/audit_schema.ts";
import type { TestService } from "../harness.ts";

/** Tables that say how a request was made, as A2A stores more of a message, not what came of it. */
const LEFT_OUT =
  /^(?:idempotency_keys|credentials|stored_bytes|__drizzle_migrations|(?:auth|oauth)_\w+)$/;

const ID =
  /\b(acc|adr|art|chk|cnv|ctx|evt|msg|out|pay|rcp|rev|trf)_[0-9a-z]{26}\b/g;
const HASH = /\b[0-9a-f]{64}\b/g;
const SALT = /\b[0-9a-f]{32}\b/g;
const JWS = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/**
 * Every row of the service by table, but for the inside of the search index and for rows that an
 * earlier dump knew as they are. Values made by chance are numbered by their first appearance, so
 * that two runs of one scenario read alike and every reference still has to fit.
 * @param known Rows of earlier dumps; those of this one are added.
 */
export async function dump(
  { services }: TestService,
  known: Set<string>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { orm } = services.db;
  const tables = await orm.values<[string]>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'agent_directory_%' and name not like 'words_%' and name <> 'word_terms' order by name`,
  );
  const number = numbering();
  const rows: Record<string, string[]> = {};
  const isNew = (table: string) => (row: string) => {
    const all = known.size;
    return known.add(`${table} ${row}`).size > all;
  };
  for (const [table] of tables) {
    if (LEFT_OUT.test(table)) continue;
    if (table === "audit_records") {
      const records = await recordsIn(orm);
      rows[table] = records.filter(isNew(table)).map(number);
      continue;
    }
    const names = await orm.values<[string]>(
      sql`select name from pragma_table_info(${table})`,
    );
    const found = await orm.values<unknown[]>(
      sql.raw(`select * from ${table} order by rowid`),
    );
    const texts = found.map((values) => {
      const row = names.map(([name], index) => [name, values[index]] as const);
      return JSON.stringify(plain(Object.fromEntries(row)));
    });
    rows[table] = texts.filter(isNew(table)).map(number);
  }
  return rows;
}

/** The values of a row, bytes as hex. */
function plain(row: Record<string, unknown>): readonly unknown[] {
  return Object.values(row).map((it) =>
    it instanceof Uint8Array ? Buffer.from(it).toString("hex") : it,
  );
}

/** Every audit record, also of rows that hold several. */
async function recordsIn(orm: Database["orm"]): Promise<readonly string[]> {
  const rows = await orm
    .select()
    .from(auditRecords)
    .orderBy(auditRecords.place);
  return rows.flatMap((row) =>
    recordEntries(row, "").map((entry) => JSON.stringify(entry)),
  );
}

/** Replaces what differs by chance, or by the wire, in any text. */
export function numbering(): (text: string) => string {
  const seen = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    const known = seen.get(found);
    if (known !== undefined) return known;
    const name = `${kind}#${seen.size + 1}`;
    seen.set(found, name);
    return name;
  };
  return (text) =>
    text
      .replace(/(\\?")(via|requestId)\\?":\\?"[^"\\]+\\?"/g, "$1$2$1:$1…$1")
      // A message of A2A has its client's own id.
      .replace(/"\{\\"messageId\\":\\"[^"\\]+\\"\}"/g, "null")
      .replace(/\\"a2a\\":\{\\"messageId\\":\\"[^"\\]+\\"\}/g, '\\"a2a\\":null')
      .replace(/\\"all\\":\d+(?=,\\"kept\\")/g, '\\"all\\":…')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "{base_url}")
      .replace(/(?<=http:\/\/[\w.-]+\.localhost:)\d+/g, "{port}")
      .replace(/cred_[0-9a-z]{26}/g, named("cred"))
      .replace(JWS, named("jws"))
      .replace(HASH, named("hash"))
      .replace(SALT, named("salt"))
      .replace(ID, (id) => named(id.slice(0, 3))(id));
}
