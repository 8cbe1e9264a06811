import { expect, test } from "bun:test";
import { leafHash, MerkleRoot } from "../../../packages/verify/src/merkle.ts";
import {
  isSignedBy,
  verifierKey,
} from "../../../packages/verify/src/signed_note.ts";
import { logStore } from "../../../src/core/audit/log/log_store.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { makeLogCheckpoint } from "../../../src/core/operations/make_log_checkpoint.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
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

test("a note of another implementation verifies, and not with a letter changed", async () => {
  // From the documentation of Go's golang.org/x/mod/sumdb/note; its name is in the signature.
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const vkey =
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  const [, , key = ""] = vkey.split("+");
  const publicKey = Buffer.from(key, "base64").subarray(1);
  expect(verifierKey("PeterNeumann", publicKey)).toBe(vkey);
  const { readNoteKey, signedText } = await import(
    "../../../packages/verify/src/notes.ts"
  );
  const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
  const named = readNoteKey(vkey);
  expect(await signedText(note, named)).toBe(text);
  const changed = note.replace("answer", "Answer");
  expect(await signedText(changed, named)).toBeUndefined();
});

test("each checkpoint goes on from the one before, and is signed", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { signer } = core.services;
  const first = await core.run(makeLogCheckpoint, {});
  expect(first).toMatchObject({
    created: true,
    hasMore: false,
    checkpoint: { size: 4 },
  });
  const again = await core.run(makeLogCheckpoint, {});
  expect(again).toEqual({ ...first, created: false });
  await send(alice, { to: [bob.address], title: "More" });
  await core.services.agents.idle();
  expect(await signHeads(core.services)).toBe(1);
  const newest = await logStore(core.services.db).newest();
  expect(newest?.size).toBeGreaterThan(4);
  expect(await isSignedBy(signer.publicKeys, newest?.note ?? "")).toBe(true);
  expect(newest?.note).toContain("/log\n");
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
});
