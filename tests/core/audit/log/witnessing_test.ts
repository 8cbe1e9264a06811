import { expect, test } from "bun:test";
import { checkArchive } from "../../../../packages/verify/src/check_archive.ts";
import {
  cosignedAt,
  readNoteKey,
} from "../../../../packages/verify/src/notes.ts";
import { archiveKeys } from "../../../../src/core/audit/log/archive_part.ts";
import { witnessStore } from "../../../../src/core/audit/log/witness_store.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import {
  LogWitnessing,
  logWitnessing,
} from "../../../../src/core/loops/log_witnessing.ts";
import { signHeads } from "../../../../src/core/loops/sweeper.ts";
import { getAuditLog } from "../../../../src/core/operations/get_audit_log.ts";
import { readLogCheckpoint } from "../../../../src/core/operations/read_log_checkpoint.ts";
import { verifyAudit } from "../../../../src/core/operations/verify_audit.ts";
import { archiveOf, exported } from "../../../packages/verify/exported.ts";
import type { Stage } from "../../core_harness.ts";
import { send, startStage } from "../../core_harness.ts";
import type { TestWitness } from "./witness.ts";
import { startWitness, WITNESSED_AT } from "./witness.ts";

const SIGNED_AT = "2026-01-15T12:00:00.000Z";

/** A core whose log these witnesses know, and the loop that asks them. */
async function witnessed(...witnesses: readonly TestWitness[]) {
  const core = await startStage({
    ALLOW_LOOPBACK_FETCH: "true",
    LOG_WITNESSES: witnesses.map(({ setting }) => setting).join(", "),
  });
  for (const it of witnesses) it.log = (await archiveKeys(core.services)).log;
  return { core, loop: new LogWitnessing(core.services) };
}

async function grow({ alice, bob, services }: Stage): Promise<void> {
  await send(alice, { to: [bob.address], title: "More" });
  await signHeads(services);
}

const seen = ({ alice }: Stage) => alice.run(getAuditLog, {});

test("a witness signs each newest log, with the proof that it goes on from the one before", async () => {
  using witness = startWitness();
  const { core, loop } = await witnessed(witness);
  await using _ = core;
  await loop.pass();
  expect(witness.asked).toEqual([]);
  await grow(core);
  const bare = await seen(core);
  expect(bare.witnesses).toEqual([
    {
      ...{ name: "witness.example", key: witness.key, size: 0 },
      ...{ signedAt: null, note: null, problem: null },
    },
  ]);
  await loop.pass();
  const first = await seen(core);
  const key = readNoteKey(witness.key);
  expect(first.note).toStartWith(bare.note);
  expect(await cosignedAt(first.note, key)).toBe(WITNESSED_AT);
  expect((await core.run(readLogCheckpoint, {})).note).toBe(first.note);
  expect(first.witnesses).toMatchObject([
    { size: first.size, signedAt: SIGNED_AT, note: first.note, problem: null },
  ]);

  await grow(core);
  const told = async () =>
    (await core.services.measures.metrics.text())
      .split("\n")
      .filter((it) => /^svc_log_\w+\{/.test(it))
      .map((it) => it.replace(/"witness\.example\+\w+"/, "W"));
  expect(await told()).toEqual([
    `svc_log_witnessed_timestamp_seconds{witness=W} ${WITNESSED_AT}`,
    "svc_log_unwitnessed_records{witness=W} 1",
  ]);
  const between = await seen(core);
  expect(await cosignedAt(between.note, key)).toBeUndefined();
  expect(between.witnesses).toEqual(first.witnesses);
  await loop.pass();
  await loop.pass();
  expect(witness.asked.map((it) => it.split("\n", 1)[0])).toEqual([
    "old 0",
    `old ${first.size}`,
  ]);
  expect((await seen(core)).witnesses).toMatchObject([{ size: between.size }]);
});

test("one that has signed another size than is kept is asked again from there", async () => {
  using witness = startWitness();
  const { core, loop } = await witnessed(witness);
  await using _ = core;
  await grow(core);
  await loop.pass();
  const { size } = await seen(core);
  await core.services.db.commit([
    { sql: "delete from log_witnesses", args: [] },
  ]);
  await loop.pass();
  await grow(core);
  await core.services.db.commit([
    { sql: "update log_witnesses set size = 1", args: [] },
  ]);
  await loop.pass();
  expect(witness.asked.map((it) => it.split("\n", 1)[0])).toEqual([
    "old 0",
    ...["old 0", `old ${size}`],
    ...["old 1", `old ${size}`],
  ]);
  expect(await seen(core)).toMatchObject({
    witnesses: [{ size: witness.head.size, problem: null }],
  });
});

test("what a witness did not sign is not kept, and it is left alone for longer and longer", async () => {
  using witness = startWitness();
  using other = startWitness();
  const { core, loop } = await witnessed(witness);
  await using _ = core;
  await grow(core);
  let kept = "";
  const answers: readonly (readonly [typeof witness.instead, string])[] = [
    [() => new Response(""), "has no signature"],
    [() => new Response("\u2014 witness.example AAAA\n"), "has no signature"],
    [
      async (right) => {
        kept = await right.text();
        return new Response("x".repeat(LIMITS.witnessAnswerBytesMax) + kept);
      },
      "has no signature",
    ],
    [() => Response.redirect(other.setting.split(" ")[1] ?? ""), "302"],
    [() => new Response("no", { status: 409 }), "It answered 409"],
    [() => new Response(null, { status: 503 }), "It answered 503"],
    [() => new Response("99\n", { status: 409 }), "was the database set back?"],
    [
      () => new Response(`${witness.head.size}\n`, { status: 409 }),
      "another log",
    ],
  ];
  let waitMs: number = LIMITS.witnessRetryMs;
  for (const [instead, problem] of answers) {
    witness.instead = instead;
    const { length } = witness.asked;
    await loop.pass();
    expect(witness.asked.length).toBeGreaterThan(length);
    const asked = witness.asked.length;
    const { note, witnesses } = await seen(core);
    expect(note).not.toContain("witness.example");
    expect(witnesses).toMatchObject([{ size: 0, signedAt: null, note: null }]);
    expect(witnesses[0]?.problem).toContain(problem);
    core.advance(waitMs - 1);
    await loop.pass();
    expect(witness.asked).toHaveLength(asked);
    core.advance(1);
    waitMs = Math.min(2 * waitMs, LIMITS.witnessRetryMaxMs);
  }
  expect(other.asked).toEqual([]);
  // A signature of the log before is none of this one.
  await grow(core);
  witness.instead = () => new Response(kept);
  await loop.pass();
  expect((await seen(core)).witnesses).toMatchObject([{ signedAt: null }]);
  witness.instead = undefined;
  core.advance(waitMs);
  await loop.pass();
  const { size, witnesses } = await seen(core);
  expect(witnesses).toMatchObject([{ size, problem: null }]);
  expect(
    core.logged.filter((it) => it.includes("log.not_witnessed")),
  ).not.toEqual([]);
});

test("one that cannot be reached keeps no other waiting, and a service asks no private address", async () => {
  using witness = startWitness();
  const gone = startWitness("gone.example");
  gone[Symbol.dispose]();
  const { core, loop } = await witnessed(gone, witness);
  await using _ = core;
  await grow(core);
  await loop.pass();
  const { size, witnesses } = await seen(core);
  expect(witnesses).toMatchObject([
    { size: 0, problem: "It cannot be reached." },
    { size, problem: null },
  ]);

  await using guarded = await startStage({ LOG_WITNESSES: witness.setting });
  await grow(guarded);
  const { length } = witness.asked;
  await new LogWitnessing(guarded.services).pass();
  expect(witness.asked).toHaveLength(length);
  expect((await seen(guarded)).witnesses[0]?.problem).toContain("not https");
  await using bare = await startStage();
  expect(logWitnessing(bare.services)).toEqual([]);
});

test("an archive has what its witnesses signed, and is checked for those that somebody wants", async () => {
  using witness = startWitness();
  using stranger = startWitness("stranger.example");
  const { core, loop } = await witnessed(witness);
  await using _ = core;
  await grow(core);
  await loop.pass();
  const { size } = await seen(core);
  // The newest log is a later one, which nobody has witnessed yet.
  const { files } = await exported(core);
  const wants = (witnesses: readonly string[]) =>
    checkArchive(archiveOf(files), { witnesses });
  for (const wanted of [[], [witness.key]]) {
    const { said, faults } = await wants(wanted);
    expect(faults).toEqual([]);
    const words = `witness witness.example signed the log of size ${size} at ${SIGNED_AT}`;
    expect(said.filter((it) => it === words)).toEqual([words]);
  }
  expect((await wants([stranger.key])).faults).toEqual([
    {
      about: "witness stranger.example",
      problem: "it signed no checkpoint of the log in this archive",
    },
  ]);
  const mlDsa = `pq.example+01234567+${Buffer.alloc(1_313, 6).toBase64()}`;
  expect(() => readNoteKey(mlDsa)).toThrow(
    "the key of pq.example: it is for ML-DSA",
  );
});

test("verifying holds what is kept of each witness against the log, and finds each change of it", async () => {
  using witness = startWitness();
  const { core, loop } = await witnessed(witness);
  await using _ = core;
  const { db } = core.services;
  const change = (sql: string) => db.commit([{ sql, args: [] }]);
  const problems = async () => {
    const { faults } = await core.run(verifyAudit, {});
    return faults.map(({ chainId, problem }) => `${chainId}: ${problem}`);
  };
  expect(await problems()).toEqual([]);
  await grow(core);
  await loop.pass();
  await grow(core);
  expect(await problems()).toEqual([]);
  const name = witness.key.split("+", 2).join("+");
  const [was] = await witnessStore(db).of([name]);
  const { size = 0, cosignature = null, signedAt = null } = was ?? {};
  const wrong = (at: unknown) =>
    `witness witness.example: it has not signed the log of size ${at} that is stored for it`;
  for (const [set, at] of [
    ["size = size + 1", size + 1],
    ["size = 1000000", 1_000_000],
    ["size = 0", 0],
    ["cosignature = null", size],
    ["cosignature = replace(cosignature, 'witness.', 'another.')", size],
    [
      "cosignature = substr(cosignature, 1, 60) || 'AAAA' || substr(cosignature, 65)",
      size,
    ],
    ["signed_at = signed_at + 1000", size],
    ["signed_at = null", size],
  ]) {
    await change(`update log_witnesses set ${set}`);
    expect(await problems()).toEqual([wrong(at)]);
    const args = [size, cosignature, signedAt];
    const sql =
      "update log_witnesses set size = ?, cosignature = ?, signed_at = ?";
    await db.commit([{ sql, args }]);
  }
  // The checkpoint that it signed is not kept for ever: the tree still says what it was.
  await change(
    "delete from log_checkpoints where size = (select min(size) from log_checkpoints)",
  );
  expect(await problems()).toEqual([]);
  await change("update log_witnesses set signed_at = signed_at + 1000");
  expect(await problems()).toEqual([wrong(size)]);
  await change("delete from log_witnesses");
  expect(await problems()).toEqual([]);
});
