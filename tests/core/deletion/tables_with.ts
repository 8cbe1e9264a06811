import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OpenServices } from "../../../src/process/open_services.ts";

/** All tables that hold a text, the pages of the search indexes too. */
export async function tablesWith(
  { db }: Pick<OpenServices, "db">,
  word: string,
): Promise<readonly string[]> {
  const rows = async (text: string) =>
    await db.orm.values<unknown[]>(sql.raw(text));
  const columns = await rows(
    "select m.name, p.name from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table'",
  );
  const byTable = Map.groupBy(columns, ([table]) => String(table));
  const holding: string[] = [];
  for (const [table, of] of byTable) {
    const holds = of
      .map(([, name]) => `instr(lower(cast("${name}" as text)), '${word}') > 0`)
      .join(" or ");
    const [[count] = []] = await rows(
      `select count(*) from "${table}" where ${holds}`,
    );
    if (count !== 0) holding.push(table);
  }
  return holding;
}

/** Files of a service's database in which a text stands, as it is. */
export function filesWith(directory: string, word: string): readonly string[] {
  return readdirSync(directory)
    .filter((it) => it.startsWith("inbox.db"))
    .filter((it) => readFileSync(join(directory, it)).includes(word));
}
