import { sql } from "drizzle-orm";
import type { OpenServices } from "../../../src/open_services.ts";

/** All tables that hold a text, but for the pages of a search index: it drops them later. */
export async function tablesWith(
  { db }: Pick<OpenServices, "db">,
  word: string,
): Promise<readonly string[]> {
  const rows = async (text: string) =>
    await db.orm.values<unknown[]>(sql.raw(text));
  const columns = await rows(
    "select m.name, p.name from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table' and m.name not like '%\\_data' escape '\\'",
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
