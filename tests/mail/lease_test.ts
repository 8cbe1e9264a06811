import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Database } from "../../src/core/db/database.ts";
import { openDatabase } from "../../src/core/db/database.ts";
import { deliveryStore } from "../../src/core/mail/delivery_store.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";

const MAILS = 3 * LIMITS.mailBatchMax;
const MIGRATIONS = join(import.meta.dir, "../../src/core/db/migrations");

/** Takes batches until nothing is due, as a delivery does. */
async function takeAll(db: Database, name: string): Promise<string[]> {
  const taken: string[] = [];
  for (let pass = 0; ; pass++) {
    const mails = await deliveryStore(db).lease(`${name}-${pass}`, 1);
    if (mails.length === 0) return taken;
    taken.push(...mails.map(({ id }) => id));
  }
}

test.skipIf(!existsSync(SQLD))(
  "of several nodes that ask one server at once, each mail goes to one, and none is left",
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
    await first.commit(
      Array.from({ length: MAILS }, (_, i) => ({
        sql: "insert into outbox (id, kind, recipient, body, status, created_at) values (?, 'notice', 'acc_1', '{}', 'queued', 0)",
        args: [`out_${i}`],
      })),
    );
    const taken = await Promise.all(
      nodes.map((db, at) => takeAll(db, `node${at}`)),
    );
    expect(new Set(taken.flat()).size).toBe(MAILS);
    expect(taken.flat()).toHaveLength(MAILS);
    for (const db of nodes) await db.close();
  },
  20_000,
);
