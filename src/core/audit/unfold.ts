import type { auditRecords } from "../db/tables/audit_schema.ts";
import type { AuditRow } from "./chain.ts";
import { recordsOf } from "./commit_records.ts";
import { unpack } from "./packing.ts";

/** A row of the table: one record, or the packed records of a commit. */
export type StoredRow = typeof auditRecords.$inferSelect;

/**
 * The records of a row, in order. Their hashes are computed; the last has the one that
 * is stored, so that a row that was changed does not verify.
 * @param prevHash Hash of the record before, which a packed row does not repeat.
 */
export function unfold(row: StoredRow, prevHash: string): readonly AuditRow[] {
  const { pack, more, ...record } = row;
  if (pack === null) return [record as AuditRow];
  const { chainId, seq, eventSeq, hash, mac } = row;
  try {
    const commit = unpack(pack);
    const events = commit.said.filter(({ event }) => event).length;
    const before = {
      seq: seq - 1,
      hash: prevHash,
      eventSeq: eventSeq - events,
    };
    const records = recordsOf(before, chainId, commit);
    const last = records.at(-1);
    if (last && records.length === 1 + more) {
      return records.with(-1, { ...last, hash, mac });
    }
  } catch {
    // Somebody has changed it: what is left says nothing that verifies.
  }
  return [{ ...record, prevHash, body: "", bodyHash: "" } as AuditRow];
}
