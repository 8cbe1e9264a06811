import type { AuditRow } from "../../../src/core/audit/chain.ts";
import type { Commit } from "../../../src/core/audit/commit_records.ts";
import { recordsOf } from "../../../src/core/audit/commit_records.ts";
import { unpack } from "../../../src/core/audit/packing.ts";
import { deflatedText } from "../../../src/core/db/deflated_text.ts";
import type { Tampering } from "./tampered.ts";
import { statement, testTamperings } from "./tampering.ts";

testTamperings(
  {
    "a packed record": [
      repack(({ said, ...commit }) => ({
        ...commit,
        said: said.map((it) => ({ ...it, reviewId: "rev_forged" })),
      })),
      "the hash does not cover prevHash and bodyHash",
      "done",
    ],
    "who did what is packed": [
      repack((commit) => ({
        ...commit,
        actors: [{ kind: "person", accountId: "acc_other", own: null }],
      })),
      "the hash does not cover prevHash and bodyHash",
      "done",
    ],
    "who may read a packed record": [
      repack(({ said, ...commit }) => ({
        ...commit,
        said: said.map((it) => ({ ...it, audience: [0, 1, 2, 3] })),
      })),
      "the hash does not cover prevHash and bodyHash",
      "done",
    ],
    "what a packed record commits to": [
      repack((commit) => ({ ...commit, holds: null })),
      "the hash does not cover prevHash and bodyHash",
      "done",
    ],
    "a pack that is none": [
      statement(
        "UPDATE audit_records SET pack = x'01ff' WHERE chain_id = :done",
      ),
      /^expected seq|^the body was changed/,
      "done",
    ],
    "a pack of a form that there is not": [
      statement("UPDATE audit_records SET pack = x'00' WHERE chain_id = :done"),
      /^expected seq|^the body was changed/,
      "done",
    ],
    "how many records a row has": [
      statement(
        "UPDATE audit_records SET more = more + 1 WHERE chain_id = :done",
      ),
      "the body was changed",
      "done",
    ],
    "the end of a packed commit": [
      statement(
        "UPDATE audit_records SET hash = lower(hex(randomblob(32))) WHERE chain_id = :done AND seq = 1",
      ),
      "the hash does not cover prevHash and bodyHash",
      "done",
    ],
    "a packed commit made anew with its hashes": [
      repack(
        (commit) => ({ ...commit, via: "mcp" }),
        (rows) => rows.at(-1)?.hash,
      ),
      "it was not written with the service's key",
      "done",
    ],
    "the number of events": [
      statement(
        "UPDATE audit_records SET event_seq = event_seq + 1 WHERE chain_id = :done",
      ),
      /^expected eventSeq/,
      "done",
    ],
    "a removed commit": [
      statement("DELETE FROM audit_records WHERE chain_id = :done AND seq = 1"),
      "expected seq 1",
      "done",
    ],
    "a cut tail of packed commits": [
      statement(
        "DELETE FROM audit_records WHERE chain_id = :done AND seq = (SELECT max(seq) FROM audit_records WHERE chain_id = :done)",
      ),
      /is not what was recorded|is in no record/,
      "done",
    ],
  },
  true,
);

/** Packs the last commit of the finished conversation anew. */
function repack(
  change: (commit: Commit) => Commit,
  hashOf: (rows: readonly AuditRow[]) => string | undefined = () => undefined,
): Tampering {
  return (file, { done }) => {
    const [seq, packed, hash] = file
      .prepare(
        "SELECT seq, pack, (SELECT lower(hex(hash)) FROM audit_records b WHERE b.chain_id = a.chain_id AND b.seq < a.seq ORDER BY seq DESC) FROM audit_records a WHERE chain_id = ? ORDER BY seq DESC LIMIT 1",
      )
      .raw()
      .get([done]) as [number, ArrayBuffer, string];
    const commit = change(unpack(new Uint8Array(packed)));
    const before = { seq: seq - 1, hash, eventSeq: 0 };
    const made = hashOf(recordsOf(before, done, commit));
    file
      .prepare(
        "UPDATE audit_records SET pack = ?, hash = coalesce(?, hash) WHERE chain_id = ? AND seq = ?",
      )
      .run([
        Buffer.from(deflatedText(JSON.stringify(commit))),
        made ?? null,
        done,
        seq,
      ]);
  };
}
