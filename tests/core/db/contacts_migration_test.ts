import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contactStore } from "../../../src/core/addresses/contacts_store.ts";
import {
  ConstraintError,
  openDatabase,
} from "../../../src/core/db/database.ts";
import { openCore } from "../fixture.ts";
import { earlier } from "./earlier_migrations.ts";

test("an account that two addresses made two contacts of is one, as it was last known", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-old-"));
  const url = `file:${folder}/inbox.db`;
  const old = await openDatabase({
    url,
    migrationsFolder: await earlier(folder, 7),
  });
  const insert = (address: string, contactId: string | null, at: number) => ({
    sql: "insert into contacts (owner_id, address, contact_id, contact_type, created_at, updated_at) values ('acc_a', ?, ?, 'clients', 1, ?)",
    args: [address, contactId, at],
  });
  await old.commit([
    insert("b@x.org", "acc_b", 3),
    insert("b@y.org", "acc_b", 2),
    insert("c@x.org", null, 1),
    insert("d@x.org", null, 1),
  ]);
  await old.close();
  {
    await using core = await openCore({ DATABASE_URL: url });
    const { db } = core.services;
    const contacts = contactStore(db);
    const kept = await contacts.of("acc_a");
    expect(kept.map(({ address, standing }) => [address, standing])).toEqual([
      ["b@x.org", "usual"],
      ["c@x.org", "usual"],
      ["d@x.org", "usual"],
    ]);
    const again = contacts.upsert({
      ownerId: "acc_a",
      address: "b@y.org",
      contactId: "acc_b",
      contactType: "everyone",
      createdAt: 9,
      updatedAt: 9,
    });
    const failed = await db.commit([again]).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConstraintError);
  }
  await rm(folder, { recursive: true });
});
