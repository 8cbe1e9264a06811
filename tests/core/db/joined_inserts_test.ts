import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Sent } from "../../../src/core/db/hrana/joined_inserts.ts";
import {
  apart,
  joinedInserts,
} from "../../../src/core/db/hrana/joined_inserts.ts";
import { openHrana } from "../../../src/core/db/hrana/server.ts";
import type { SqlValue } from "../../../src/core/db/statement.ts";
import { SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

const TABLES = [
  "create table participants (id integer primary key, seq integer)",
  `create table messages (id text primary key, said text, bytes blob, "any" integer, n integer,
    "row" integer) without rowid`,
];
const FIND = "insert into participants (id, seq) values (?, ?)";
const SAY = `insert into "messages" ("id", "said", "bytes", "any", "n", "row") values (?, ?, ?, ?, null, (select "seq" from "participants" where ("participants"."id" = ?)))`;
const SAY_TWICE = SAY.replace(/(?<=values )(.*)/, "$1, $1");

const job = (...statements: { sql: string; args: SqlValue[] }[]) => ({
  statements,
  asksResult: false,
});

/** Values that could be taken for others on the way through JSON. */
const HOSTILE: readonly (readonly [SqlValue, SqlValue, SqlValue])[] = [
  ["plain", new Uint8Array([0, 1, 254, 255]), 1],
  ['"quotes" \\ \n\u2028 ["a"] {}', null, "2"],
  ["ünï 🦊 \u0001", new Uint8Array(), new Uint8Array([0])],
  ["null", new Uint8Array([91, 93]), null],
  ["9007199254740993", null, Number.MAX_SAFE_INTEGER],
  ["1e3", null, '["6162"]'],
  ["", null, -1n],
];

describe.skipIf(!existsSync(SQLD))("what many commits insert alike", () => {
  test("is stored as each of them would store it by itself", async () => {
    await using server = await startServer();
    const stream = openHrana(server);
    await stream.write(TABLES.map((sql) => ({ sql, args: [] })));
    const jobs = HOSTILE.map(([said, bytes, any], n) =>
      job(
        { sql: FIND, args: [n, n * 10] },
        { sql: SAY, args: [`${n}`, said, bytes, any, n] },
      ),
    );
    const two = [1, 2].flatMap((n) => [`of-two-${n}`, "both", null, n, n]);
    jobs.push(job({ sql: SAY_TWICE, args: two }));
    const storedBy = async (sent: readonly Sent[]) => {
      await stream.write(sent.map(({ statement }) => statement));
      const [rows] = await stream.each([
        {
          sql: 'select id, said, bytes, typeof(bytes), "any", typeof("any"), n, "row" from messages',
          args: [],
        },
      ]);
      const empty = ["messages", "participants"].map(
        (it) => `delete from ${it}`,
      );
      await stream.write(empty.map((sql) => ({ sql, args: [] })));
      if (!rows || rows instanceof Error) throw rows;
      return rows.rows;
    };
    const joined = joinedInserts(jobs);
    expect(joined).toHaveLength(2);
    const stored = await storedBy(joined);
    expect(stored).toHaveLength(HOSTILE.length + 2);
    expect(stored).toEqual(await storedBy(apart(jobs)));
  });

  test("is said by itself where JSON would give another number back", () => {
    const insert = (id: SqlValue) => job({ sql: FIND, args: [id, 1] });
    for (const id of [0.1, 2n ** 60n, 1e300]) {
      const sent = joinedInserts([insert(1), insert(id), insert(2)]);
      expect(sent.map(({ job }) => job)).toEqual([0, 1, 2]);
    }
    expect(joinedInserts([1, 2n, 3].map(insert))).toHaveLength(1);
  });
});
