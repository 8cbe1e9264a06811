import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../src/core/db/database.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import { SENDER_NAMES } from "../../../src/core/db/tables/data/delivery_schema.ts";
import { deliveryStore } from "../../../src/core/delivery/delivery_store.ts";
import { SQLD, startServer } from "../db/sqld.ts";

const OF_EACH = 20;
const MIGRATIONS = join(import.meta.dir, "../../../src/core/db/migrations");

/** Claims until nothing is due, as a delivery does, and settles what it has. */
async function takeAll(db: Database, node: string): Promise<string[]> {
  const store = deliveryStore(db);
  const taken: string[] = [];
  for (const sender of SENDER_NAMES) {
    for (let pass = 0; ; pass++) {
      const to = { sender, recipient: `of ${sender}` };
      const due = await store.claim(to, `${node}-${sender}-${pass}`, 1);
      if (due.length === 0) break;
      taken.push(...due.map(({ id }) => id));
      const sent = due.map((it) =>
        store.progress(it.id, { ...it, status: "delivered", settledAt: 1 }),
      );
      await db.commit(sent);
    }
  }
  return taken;
}

test.skipIf(!existsSync(SQLD))(
  "of several nodes that ask one server at once, each delivery of each kind goes to one",
  async () => {
    await using server = await startServer();
    const open = () =>
      openDatabase({
        ...server.folder,
        url: server.url,
        migrationsFolder: MIGRATIONS,
      });
    const first = await open();
    const nodes = [first, await open(), await open()];
    const made = SENDER_NAMES.flatMap((sender) =>
      Array.from({ length: OF_EACH }, (_, n) => ({
        ...{ id: `${sender} ${n}`, sender, kind: "any", accountId: "acc_1" },
        ...{ recipient: `of ${sender}`, body: "{}", createdAt: 0 },
      })),
    );
    await first.commit(made.map((it) => deliveryStore(first).insert(it)));
    const taken: string[] = [];
    // One that found all of a receiver under way asks again.
    while (taken.length < made.length) {
      const all = nodes.map((db, n) => takeAll(db, `${n}-${taken.length}`));
      taken.push(...(await Promise.all(all)).flat());
    }
    expect(new Set(taken).size).toBe(made.length);
    expect(taken).toHaveLength(made.length);
    for (const db of nodes) await db.close();
  },
  20_000,
);
