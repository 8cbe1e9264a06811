import { expect } from "bun:test";
import type { Database } from "../../../src/core/db/database.ts";
import { ConstraintError } from "../../../src/core/db/database.ts";
import { StorageError } from "../../../src/core/db/failure.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { balanceOf, note, noteIds, refusal, take, wallet } from "./fixture.ts";

/** The promises of every database, embedded or remote: name and scenario. */
export const PROMISES: readonly (readonly [
  string,
  (db: Database) => Promise<void>,
])[] = [
  ["a list is written whole or not at all", wholeOrNot],
  ["only the guilty jobs of a merged batch fail", onlyTheGuilty],
  ["a job at fault for another reason spares the others", faultSpares],
  ["each kind of constraint is named", constraintsAreNamed],
  ["a deferred foreign key fails its own job only", deferredKey],
  ["a balance is spent exactly down to zero", exactSpending],
  ["a read sees every resolved commit", readsSeeCommits],
  ["a write with RETURNING is written", returning],
];

async function wholeOrNot(db: Database): Promise<void> {
  await db.commit([note("a", 1), note("b", 2)]);
  expect(
    await refusal(db.commit([note("c", 3), note("d", 1), note("e", 5)])),
  ).toBeInstanceOf(ConstraintError);
  expect(await noteIds(db)).toEqual(["a", "b"]);
}

async function onlyTheGuilty(db: Database): Promise<void> {
  const jobs = Array.from({ length: 40 }, (_, index) => {
    const id = String(index).padStart(2, "0");
    return index % 10 === 3
      ? [note(`${id}x`), note(id, 1), note(id, 2)]
      : [note(id), note(`${id}y`)];
  });
  const settled = await Promise.allSettled(jobs.map((job) => db.commit(job)));
  const written = jobs.filter((_, index) => index % 10 !== 3).flat();
  expect(
    settled.flatMap(({ status }, index) =>
      status === "rejected" ? [index] : [],
    ),
  ).toEqual([3, 13, 23, 33]);
  expect(await noteIds(db)).toEqual(
    written.map(({ args }) => String(args[0])).sort(),
  );
}

async function faultSpares(db: Database): Promise<void> {
  const [before, faulty, after] = await Promise.allSettled([
    db.commit([note("a")]),
    db.commit([note("b"), { sql: "INSERT INTO nowhere VALUES (1)", args: [] }]),
    db.commit([note("c")]),
  ]);
  expect([before?.status, after?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(reasonOf(faulty)).toBeInstanceOf(StorageError);
  expect(await noteIds(db)).toEqual(["a", "c"]);
}

async function constraintsAreNamed(db: Database): Promise<void> {
  await db.commit([wallet("w", 0), note("a", 1)]);
  const cases: readonly (readonly [Statement, string, boolean])[] = [
    [note("b", 1), "UNIQUE constraint failed: notes.seq", false],
    [note("a", 2), "UNIQUE constraint failed: notes.id", false],
    [take("w"), "balance_not_negative", true],
    [
      { sql: "INSERT INTO notes (id, wallet) VALUES ('c', 'none')", args: [] },
      "FOREIGN KEY constraint failed",
      false,
    ],
    [
      { sql: "DELETE FROM notes WHERE id = ?", args: ["a"] },
      "notes are never deleted",
      false,
    ],
    [
      { sql: "INSERT INTO wallets (id) VALUES ('n')", args: [] },
      "NOT NULL constraint failed: wallets.balance",
      false,
    ],
  ];
  // One by one, then merged: both paths must name it alike.
  const alone: unknown[] = [];
  for (const [statement] of cases) {
    alone.push(await db.commit([statement]).catch((error: unknown) => error));
  }
  const merged = await Promise.allSettled(
    cases.map(([statement]) => db.commit([statement])),
  );
  for (const [index, [, constraint, isCheck]] of cases.entries()) {
    for (const error of [alone[index], reasonOf(merged[index])]) {
      expect(error).toBeInstanceOf(ConstraintError);
      expect(error).toMatchObject({ constraint, isCheck });
    }
  }
}

async function deferredKey(db: Database): Promise<void> {
  const dangling = {
    sql: "INSERT INTO notes (id, later) VALUES ('b', 'none')",
    args: [],
  };
  const [before, guilty, after] = await Promise.allSettled([
    db.commit([note("a")]),
    db.commit([dangling]),
    db.commit([note("c")]),
  ]);
  expect([before?.status, after?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(reasonOf(guilty)).toMatchObject({
    constraint: "FOREIGN KEY constraint failed",
  });
  expect(await noteIds(db)).toEqual(["a", "c"]);
}

async function exactSpending(db: Database): Promise<void> {
  await db.commit([wallet("w", 100)]);
  const settled = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      db.commit([note(`n${index}`), take("w")]),
    ),
  );
  const refused = settled
    .map(reasonOf)
    .filter((reason) => reason !== undefined);
  expect(refused).toHaveLength(100);
  for (const reason of refused) {
    expect(reason).toMatchObject({ constraint: "balance_not_negative" });
  }
  expect(await balanceOf(db, "w")).toBe(0);
  expect(await noteIds(db)).toHaveLength(100);
}

async function readsSeeCommits(db: Database): Promise<void> {
  await db.commit([wallet("w", 1_000)]);
  for (let left = 999; left >= 950; left -= 1) {
    await db.commit([take("w")]);
    expect(await balanceOf(db, "w")).toBe(left);
  }
}

async function returning(db: Database): Promise<void> {
  const { sql, args } = note("a");
  await db.commit([{ sql: `${sql} RETURNING id`, args }, note("b")]);
  await db.commit([note("c")]);
  expect(await noteIds(db)).toEqual(["a", "b", "c"]);
}

function reasonOf(settled: PromiseSettledResult<void> | undefined): unknown {
  return settled?.status === "rejected" ? settled.reason : undefined;
}
