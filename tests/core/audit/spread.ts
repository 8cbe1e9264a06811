import type Sqlite from "libsql";
import type { StoredRow } from "../../../src/core/audit/unfold.ts";
import { unfold } from "../../../src/core/audit/unfold.ts";

const GENESIS = "0".repeat(64);

/**
 * Gives the records of a closed file the form of before a commit was packed: a row each,
 * with its body and its hashes. The triggers that refuse it have to be gone.
 */
export function spread(file: Sqlite.Database): void {
  const rows = file
    .prepare(
      `SELECT chain_id AS chainId, seq, lower(hex(hash)) AS hash, prev_hash AS prevHash, body_hash AS bodyHash, body, audience, event_seq AS eventSeq, event, actor_own AS actorOwn, salt, holds, iif(mac IS NULL, NULL, lower(hex(mac))) AS mac, pack, more FROM audit_records ORDER BY rowid`,
    )
    .all() as (StoredRow & Stored)[];
  const ends = new Map<string, string>();
  file.exec("DELETE FROM audit_records");
  const insert = file.prepare(
    "INSERT INTO audit_records (chain_id, seq, hash, prev_hash, body_hash, body, audience, event_seq, event, actor_own, salt, holds, mac) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  for (const row of rows) {
    const pack = row.pack && Buffer.from(row.pack);
    for (const it of unfold(
      parsed({ ...row, pack }),
      ends.get(row.chainId) ?? GENESIS,
    )) {
      ends.set(it.chainId, it.hash);
      insert.run([
        ...[it.chainId, it.seq, it.hash, it.prevHash, it.bodyHash, it.body],
        ...[textOf(it.audience), it.eventSeq, textOf(it.event)],
        ...[textOf(it.actorOwn), it.salt, textOf(it.holds), it.mac],
      ]);
    }
  }
  file.exec(
    "UPDATE audit_checkpoints SET up_to = (SELECT max(rowid) FROM audit_records)",
  );
}

/** What this package gives of a column of JSON: its text. */
interface Stored {
  readonly audience: never;
  readonly event: never;
  readonly actorOwn: never;
  readonly holds: never;
}

function parsed(row: StoredRow & Stored): StoredRow {
  const json = (text: string | null) => text && JSON.parse(text);
  const { audience, event, actorOwn, holds } = row;
  return {
    ...row,
    audience: json(audience),
    event: json(event),
    actorOwn: json(actorOwn),
    holds: json(holds),
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
