import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import type { Database } from "../../../src/core/db/database.ts";
import {
  ConstraintError,
  openDatabase,
} from "../../../src/core/db/database.ts";
import { note, noteIds, notes, openedFolder, refusal } from "./fixture.ts";
import { SQLD, startServer } from "./sqld.ts";

const KEEPS: readonly (readonly [string, (db: Database) => Promise<void>])[] = [
  [
    "a write of a library gives its rows back, once it is on disk",
    async ({ libraryOrm, orm }) => {
      const made = await libraryOrm
        .insert(notes)
        .values({ id: "a", tags: ["x"] })
        .returning();
      expect(made).toEqual([
        expect.objectContaining({ id: "a", tags: ["x"], seq: null }),
      ]);
      expect(await orm.select({ id: notes.id }).from(notes)).toEqual([
        { id: "a" },
      ]);
    },
  ],
  [
    "a write of a library tells how many rows it changed",
    async (db) => {
      await db.commit([note("a"), note("b")]);
      const change = db.libraryOrm.update(notes).set({ seq: 7 });
      expect((await change.where(eq(notes.id, "a"))).rowsAffected).toBe(1);
      const none = db.libraryOrm.update(notes).set({ seq: 8 });
      expect((await none.where(eq(notes.id, "z"))).rowsAffected).toBe(0);
    },
  ],
  [
    "of many libraries that change one row from the same state, one does",
    async (db) => {
      await db.commit([note("a")]);
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, seq) =>
          db.libraryOrm
            .update(notes)
            .set({ id: `taken${seq}` })
            .where(eq(notes.id, "a"))
            .returning(),
        ),
      );
      expect(claims.flat()).toHaveLength(1);
    },
  ],
  [
    "a library's fault is its own: who commits beside it is not touched",
    async (db) => {
      await db.commit([note("a")]);
      const [wrong] = await Promise.all([
        refusal(db.libraryOrm.insert(notes).values({ id: "a" })),
        db.commit([note("b")]),
        db.libraryOrm.insert(notes).values({ id: "c" }),
      ]);
      expect(wrong instanceof Error && wrong.cause).toBeInstanceOf(
        ConstraintError,
      );
      expect(await noteIds(db)).toEqual(["a", "b", "c"]);
    },
  ],
  [
    "a library gets no transaction: each statement is a commit of its own",
    async ({ libraryOrm }) => {
      const work = libraryOrm.transaction(async () => undefined);
      expect(String(await refusal(work))).toContain("Cannot run a transaction");
    },
  ],
];

for (const [promise, keep] of KEEPS) {
  test(promise, async () => {
    await using opened = await openedFolder();
    await keep(opened.db);
  });
}

describe.skipIf(!existsSync(SQLD))("a libSQL server", () => {
  for (const [promise, keep] of KEEPS) {
    test(`remote: ${promise}`, async () => {
      await using server = await startServer();
      const db = await openDatabase({ ...server.folder, url: server.url });
      await keep(db);
      await db.close();
    }, 20_000);
  }
});
