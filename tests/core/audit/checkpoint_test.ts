import { expect, test } from "bun:test";
import type { ChainEnd } from "../../../packages/verify/src/merkle.ts";
import { leafHash, MerkleRoot } from "../../../packages/verify/src/merkle.ts";
import { checkpointStore } from "../../../src/core/audit/checkpoint_store.ts";
import {
  isSignedBy,
  noteHash,
  readCheckpoint,
  verifierKey,
} from "../../../src/core/audit/signed_note.ts";
import {
  AFTER_ALL,
  endsGroup,
  Grouping,
  rootOf,
} from "../../../src/core/audit/tree.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { getAuditCheckpoint } from "../../../src/core/operations/get_audit_checkpoint.ts";
import { listAuditHeads } from "../../../src/core/operations/list_audit_heads.ts";
import { makeAuditCheckpoint } from "../../../src/core/operations/make_audit_checkpoint.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { createRandom } from "../../invariants/random.ts";
import { send, startStage } from "../core_harness.ts";

/** RFC 6962, section 2.1, as it is written there. */
function merkleTreeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const hasher = new Bun.CryptoHasher("sha256");
  const [only] = leaves;
  if (!only) return hasher.digest();
  if (leaves.length === 1) {
    return hasher.update(Uint8Array.of(0)).update(only).digest();
  }
  let k = 1;
  while (2 * k < leaves.length) k *= 2;
  return hasher
    .update(Uint8Array.of(1))
    .update(new Uint8Array(merkleTreeHash(leaves.slice(0, k))))
    .update(new Uint8Array(merkleTreeHash(leaves.slice(k))))
    .digest();
}

test("the root is that of RFC 6962, whatever the number of leaves", () => {
  const leaves: Uint8Array[] = [];
  for (let size = 0; size <= 130; size++) {
    const tree = new MerkleRoot();
    for (const leaf of leaves) tree.add(leafHash(leaf));
    expect(Buffer.from(tree.root()).toString("hex")).toBe(
      Buffer.from(merkleTreeHash(leaves)).toString("hex"),
    );
    leaves.push(Buffer.from(`leaf ${size}`));
  }
});

test("a note of another implementation verifies, and not with a letter changed", () => {
  // From the documentation of Go's golang.org/x/mod/sumdb/note.
  const note =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
  const vkey =
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  const [, , key = ""] = vkey.split("+");
  const publicKey = Buffer.from(key, "base64").subarray(1);
  expect(isSignedBy(publicKey, note)).toBe(true);
  expect(isSignedBy(publicKey, note.replace("answer", "Answer"))).toBe(false);
  expect(verifierKey("PeterNeumann", publicKey)).toBe(vkey);
});

test("each checkpoint covers every chain, names the one before and is signed", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { signer } = core.services;
  const first = await core.run(makeAuditCheckpoint, {});
  expect(first).toMatchObject({
    created: true,
    hasMore: false,
    checkpoint: { number: 1, chains: 4, previous: "0".repeat(64) },
  });
  const again = await core.run(makeAuditCheckpoint, {});
  expect(again).toEqual({ ...first, created: false });
  await send(alice, { to: [bob.address], title: "More" });
  await core.services.agents.idle();
  expect(await signHeads(core.services)).toBe(1);
  const newest = await alice.run(getAuditCheckpoint, {});
  expect(newest).toMatchObject({
    number: 2,
    chains: 5,
    previous: noteHash(first.checkpoint?.note ?? ""),
  });
  expect(isSignedBy(signer.publicKey, newest.note)).toBe(true);
  expect(readCheckpoint(newest.note)?.origin).toEndWith("/audit");
  const { heads } = await core.run(listAuditHeads, { after: "" });
  expect(heads.map(({ chainId }) => chainId)).toEqual(
    heads.map(({ chainId }) => chainId).toSorted(),
  );
  expect(newest.root).toBe(wholeRoot(heads));
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});

function wholeRoot(ends: readonly ChainEnd[]): string {
  const grouping = new Grouping();
  for (const end of ends) grouping.add(end);
  grouping.close(AFTER_ALL);
  return rootOf(grouping.groups).toBase64();
}

test("the tree that grows is the tree made at once, wherever chains come in", async () => {
  await using core = await startStage();
  const { db } = core.services;
  const random = createRandom(7);
  const id = () => `cnv_${random.int(4_000).toString().padStart(5, "0")}`;
  const seqs = new Map<string, number>();
  for (let round = 0; round < 12; round++) {
    const records = Array.from({ length: 60 }, () => {
      const chainId = id();
      const seq = (seqs.get(chainId) ?? 0) + 1;
      seqs.set(chainId, seq);
      const hash = random.int(1_000_000).toString(16).padStart(64, "0");
      return { chainId, seq, hash };
    });
    await db.commit(
      records.map(({ chainId, seq, hash }) => ({
        sql: "insert into audit_records (chain_id, seq, hash, prev_hash, body_hash, body, event_seq) values (?, ?, ?, '', '', '{}', 0)",
        args: [chainId, seq, hash],
      })),
    );
    const { checkpoint } = await core.run(makeAuditCheckpoint, {});
    const ends = await core.rows(
      "select chain_id, max(seq) + more, iif(typeof(hash) = 'blob', lower(hex(hash)), hash) from audit_records group by chain_id order by chain_id",
    );
    const whole = ends.map(([chainId, seq, hash]) => ({
      chainId: String(chainId),
      seq: Number(seq),
      hash: String(hash),
    }));
    expect(checkpoint?.root).toBe(wholeRoot(whole));
    expect(checkpoint?.chains).toBe(whole.length);
  }
  expect([...seqs.keys()].some(endsGroup)).toBe(true);
});

test("two who make one at the same time make one after the other", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const made = await Promise.all([
    core.run(makeAuditCheckpoint, {}),
    core.run(makeAuditCheckpoint, {}),
    send(alice, { to: [bob.address], title: "Meanwhile" }),
  ]);
  expect(made.slice(0, 2).filter((it) => typeof it === "object")).toHaveLength(
    2,
  );
  await signHeads(core.services);
  const notes = await checkpointStore(core.services.db).after(0);
  for (const [index, { note }] of notes.entries()) {
    const before = notes[index - 1];
    expect(readCheckpoint(note)?.previous).toBe(
      before ? noteHash(before.note) : "0".repeat(64),
    );
  }
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});
