import { ChainCheck } from "../../../packages/verify/src/records.ts";
import type { Change } from "../../../src/core/access/context.ts";
import type {
  AuditRecord,
  Entry,
  Head,
} from "../../../src/core/audit/chain.ts";
import { GENESIS } from "../../../src/core/audit/chain.ts";
import type { Origin } from "../../../src/core/audit/record.ts";
import { recordOf } from "../../../src/core/audit/record.ts";
import { shownEntry } from "../../../src/core/conversations/read/projection/audit_view.ts";

/** The record of a commit behind the end of a chain. */
export function linkChanges(
  head: Head | undefined,
  changes: readonly Change[],
  origin: Origin,
): AuditRecord {
  const chainId = changes[0]?.chainId ?? "";
  return recordOf(head ?? GENESIS, { chainId, changes }, origin);
}

/** Checks entries as whoever reads all of them does; gives what is wrong, if anything is. */
export function problemIn(
  from: Pick<Head, "seq" | "hash">,
  entries: readonly Entry[],
): string | undefined {
  const chain = new ChainCheck(from);
  for (const entry of entries) {
    const problem = chain.add({ ...shownEntry(entry) });
    if (problem !== undefined) return `record ${entry.seq}: ${problem}`;
  }
  return chain.isWhole ? undefined : "its last record is not whole";
}
