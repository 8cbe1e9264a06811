import { expect, test } from "bun:test";
import { join } from "node:path";
import Sqlite from "libsql";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/migrate.ts";

/** The index as it was: texts, and beside each who may read it. */
const BEFORE = [
  'create virtual table words using fts5(text, readers, content = "", contentless_delete = 1, detail = column, tokenize = "unicode61 remove_diacritics 2")',
  "create virtual table word_terms using fts5vocab(words, instance)",
  "insert into words (rowid, text, readers) values (1, 'Green ÄCKER green', 'acc01a acc01b'), (2, 'taken back', 'acc01a'), (-3, 'brought', 'acc01c')",
  "delete from words where rowid = 2",
];

test("an index of before is made anew with terms of each reader, also of a word that was cut within a character", async () => {
  const db = new Sqlite(":memory:");
  for (const statement of BEFORE) db.exec(statement);
  const long = `th0${"漢".repeat(11_000)}`;
  const put =
    "insert into words (rowid, text, readers) values (4, ?, 'acc01c')";
  db.prepare(put).run(long);
  const name = "0078_terms_of_each_reader.sql";
  const migration = await Bun.file(join(MIGRATIONS_FOLDER, name)).text();
  for (const statement of migration.split("--> statement-breakpoint")) {
    db.exec(statement);
  }
  db.exec("create virtual table terms using fts5vocab(words, instance)");
  const terms =
    "select hex(term) as term, doc from terms order by doc, terms.term";
  const rows = db.prepare(terms).all() as { term: string; doc: number }[];
  expect(
    rows.map(({ term, doc }) => [doc, Buffer.from(term, "hex").toString()]),
  ).toEqual([
    [-3, "acc01cbrought"],
    [1, "acc01aacker"],
    [1, "acc01agreen"],
    [1, "acc01backer"],
    [1, "acc01bgreen"],
    [4, `acc01c${long.slice(0, 64)}`],
  ]);
  db.close();
});
