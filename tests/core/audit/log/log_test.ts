import { expect, test } from "bun:test";
import { fromBase64 } from "../../../../packages/verify/src/bytes.ts";
import { treeHeadIn } from "../../../../packages/verify/src/log_head.ts";
import {
  entryOf,
  isConsistent,
  isSame,
  leafHash,
  rootByInclusion,
} from "../../../../packages/verify/src/merkle.ts";
import {
  readNoteKey,
  signedText,
} from "../../../../packages/verify/src/notes.ts";
import {
  archiveKeys,
  consistencyLines,
} from "../../../../src/core/audit/log/archive_part.ts";
import { newestLog } from "../../../../src/core/audit/log/prove.ts";
import { signHeads } from "../../../../src/core/loops/sweeper.ts";
import { getAuditLog } from "../../../../src/core/operations/get_audit_log.ts";
import { makeLogCheckpoint } from "../../../../src/core/operations/make_log_checkpoint.ts";
import { proveAuditHead } from "../../../../src/core/operations/prove_audit_head.ts";
import { proveLogConsistency } from "../../../../src/core/operations/prove_log_consistency.ts";
import { readLogCheckpoint } from "../../../../src/core/operations/read_log_checkpoint.ts";
import { readLogTile } from "../../../../src/core/operations/read_log_tile.ts";
import { verifyAudit } from "../../../../src/core/operations/verify_audit.ts";
import type { Actor } from "../../core_harness.ts";
import { send, startStage } from "../../core_harness.ts";

async function headIn(note: string, vkey: string) {
  const key = readNoteKey(vkey);
  const text = await signedText(note, key);
  const head = text && treeHeadIn(text, key.name);
  if (!head) throw new Error("The note is not signed, or of no log");
  return head;
}

async function provenTo(
  who: Actor,
  input: { readonly conversationId: string; readonly size?: number },
) {
  const { proven } = await who.run(proveAuditHead, input);
  if (!proven) throw new Error("The log does not hold the chain");
  return proven;
}

test("a signed log proves where a chain ended, and goes on from every one before", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await send(alice, { to: [bob.address], title: "First" });
  const early = await bob.run(proveAuditHead, { conversationId: id });
  expect(early).toEqual({ conversationId: id, proven: null });
  await signHeads(core.services);
  const first = await alice.run(getAuditLog, {});
  for (const title of ["Second", "Third"]) {
    await send(alice, { to: [carol.address], title });
    await signHeads(core.services);
  }
  const newest = await alice.run(getAuditLog, {});
  const { note } = await core.run(readLogCheckpoint, {});
  expect(note).toBe(newest.note);
  const head = await headIn(note, newest.key);
  expect(head.size).toBe(newest.size);

  const { proof, ...end } = await provenTo(bob, { conversationId: id });
  const chainId = id;
  const leaf = leafHash(entryOf({ chainId, ...end }));
  const steps = proof.map(fromBase64);
  const root = rootByInclusion(leaf, end, steps);
  expect(root && isSame(root, head.root)).toBe(true);
  const other = leafHash(entryOf({ chainId, ...end, seq: end.seq + 1 }));
  expect(rootByInclusion(other, end, steps)).not.toEqual(head.root);

  const older = await headIn(first.note, first.key);
  const grown = await alice.run(proveLogConsistency, { from: first.size });
  const path = grown.proof.map(fromBase64);
  expect(isConsistent(older, head, path)).toBe(true);
  const then = await provenTo(alice, {
    conversationId: id,
    size: first.size,
  });
  const before = rootByInclusion(leaf, then, then.proof.map(fromBase64));
  expect(before && isSame(before, older.root)).toBe(true);
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});

test("whoever may not read a conversation gets no proof of it, and nobody one of the future", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await send(alice, {
    to: [bob.address],
    title: "Ours",
  });
  await signHeads(core.services);
  const refused = await carol.refused(proveAuditHead, { conversationId });
  expect(refused.code).toBe("conversation_not_found");
  const { size } = await alice.run(getAuditLog, {});
  for (const input of [{ from: size + 1 }, { from: size, to: size + 1 }]) {
    const future = await alice.refused(proveLogConsistency, input);
    expect(future.message).toContain("the log was rolled back");
  }
});

test("what everybody reads of the log says nothing of any chain", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await send(alice, { to: [bob.address], title: "Private" });
  await signHeads(core.services);
  const { size, note } = await alice.run(getAuditLog, {});
  const entries = await core.run(readLogTile, {
    ...{ level: "entries", place: 0, width: size },
  });
  expect(entries.bytes).toHaveLength(size * 34);
  const hashes = await core.run(readLogTile, {
    ...{ level: 0, place: 0, width: size },
  });
  expect(hashes.bytes).toHaveLength(size * 32);
  const said = note + Buffer.from(entries.bytes).toString("latin1");
  for (const [id] of await core.rows("select chain_id from log_ends")) {
    expect(said).not.toContain(String(id));
  }
});

test("an archive's lines lead from every size that was signed to the newest", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const sizes: number[] = [];
  for (const title of ["One", "Two", "Three"]) {
    await send(alice, { to: [bob.address], title });
    await signHeads(services);
    sizes.push((await alice.run(getAuditLog, {})).size);
  }
  const keys = await archiveKeys(services);
  const newest = await newestLog(services);
  const head = await headIn(newest?.note ?? "", keys.log);
  const lines = await consistencyLines(services, sizes.slice(0, 1));
  const proven: number[] = [];
  for (const { note, proof } of lines) {
    const older = await headIn(note, keys.log);
    proven.push(older.size);
    expect(isConsistent(older, head, proof.map(fromBase64))).toBe(true);
  }
  expect(proven).toEqual(sizes.slice(0, -1));
});

test("two processes that sign at once never sign two trees of one size", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await send(alice, { to: [bob.address], title: "More" });
  await Promise.all([
    core.run(makeLogCheckpoint, {}),
    core.run(makeLogCheckpoint, {}),
    core.run(makeLogCheckpoint, {}),
  ]);
  await signHeads(core.services);
  const [ends] = await core.rows("select count(*), max(leaf) from log_ends");
  expect(ends?.[1]).toBe(Number(ends?.[0]) - 1);
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});

test("a log keeps its name when the service moves to another address", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  await signHeads(services);
  const { origin } = await alice.run(getAuditLog, {});
  Object.assign(services.settings, { baseUrl: "https://moved.example" });
  await send(alice, { to: [bob.address], title: "More" });
  await signHeads(services);
  const moved = await alice.run(getAuditLog, {});
  expect(moved.origin).toBe(origin);
  expect(moved.key).toStartWith(`${origin}+`);
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});
