/**
 * What the service is measured against: bare Elysia routes over the same
 * database code, one merged durable insert and one point read, nothing else.
 */
import { eq, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { Elysia } from "elysia";
import { readConfig } from "../src/config.ts";
import { createIds } from "../src/core/base/ids.ts";
import { openDatabase } from "../src/core/db/database.ts";
import { slots } from "../src/core/db/slots.ts";
import { statementOf } from "../src/core/db/statement.ts";

const rows = sqliteTable("bench_rows", {
  id: text().primaryKey(),
  text: text().notNull(),
  createdAt: integer("created_at").notNull(),
});

const { port, databaseUrl } = readConfig();
const db = await openDatabase({ url: databaseUrl });
const table =
  "create table bench_rows (id text primary key, text text not null, created_at integer not null)";
await db.commit([{ sql: table, args: [] }]);

const insert = db.orm
  .insert(rows)
  .values(slots(rows, "id", "text", "createdAt"))
  .prepare();
const byId = db.orm
  .select()
  .from(rows)
  .where(eq(rows.id, sql.placeholder("id")))
  .limit(1)
  .prepare();
const newId = createIds(Date.now);

const app = new Elysia()
  .post("/rows", async ({ body, set }) => {
    const { text } = body as { readonly text: string };
    const row = { id: newId("message"), text, createdAt: Date.now() };
    await db.commit([statementOf(insert, row)]);
    set.status = 201;
    return row;
  })
  .get("/rows/:id", async ({ params: { id } }) => await byId.get({ id }))
  .listen({ port, reusePort: false, development: false });

process.on("SIGTERM", async () => {
  await app.server?.stop(true);
  await db.close();
  process.exit(0);
});
process.stdout.write("The peer is ready\n");
