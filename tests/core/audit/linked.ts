import type { Change } from "../../../src/core/access/context.ts";
import type { AuditRow, Head } from "../../../src/core/audit/chain.ts";
import { GENESIS } from "../../../src/core/audit/chain.ts";
import type { Origin } from "../../../src/core/audit/commit_records.ts";
import {
  commitOf,
  recordsOf,
  vouched,
} from "../../../src/core/audit/commit_records.ts";

/** The records of a commit behind the end of a chain, with the key's word for them. */
export function linkChanges(
  head: Head | undefined,
  changes: readonly Change[],
  origin: Origin,
): readonly AuditRow[] {
  const chainId = changes[0]?.chainId ?? "";
  const commit = commitOf(changes, origin);
  return vouched(recordsOf(head ?? GENESIS, chainId, commit), origin.mac);
}
