/** libSQL alone behind Bun's server: one durable commit for each request. */
import Database from "libsql";

const path = (process.env.DATABASE_URL ?? "").replace(/^file:/, "");
const db = new Database(path);
db.exec("pragma journal_mode = wal; pragma synchronous = full");
db.exec("create table rows (id integer primary key, text text not null)");
const insert = db.prepare("insert into rows (text) values (?) returning id");

Bun.serve({
  port: Number(process.env.PORT),
  async fetch(request) {
    const { text } = await request.json();
    return Response.json({ text, row: insert.get(text) }, { status: 201 });
  },
});
console.log("The peer is ready");
