import type { CheckedEnd } from "../../../packages/verify/src/records.ts";
import {
  isRedactedRecord,
  NO_RECORD,
  problemOfRecord,
} from "../../../packages/verify/src/records.ts";
import type { AuditRecord } from "../api/types.ts";
import { t } from "../ui/t.ts";

/** What a check of a chain found. */
export interface Verdict {
  readonly count: number;
  /** Records whose body is not for this viewer; their links are checked all the same. */
  readonly redacted: number;
  readonly fault?: { readonly seq: number; readonly problem: string };
}

/**
 * Recomputes every link of a chain here, with the browser's own SHA-256, from the first
 * record to the head that the service names, by the code of `verify.mjs`.
 */
export async function verify(
  records: readonly AuditRecord[],
  head: CheckedEnd,
): Promise<Verdict> {
  let last = NO_RECORD;
  let redacted = 0;
  for (const record of records) {
    const problem = await problemOfRecord(last, record);
    if (problem) {
      return { count: last.seq, redacted, fault: { seq: record.seq, problem } };
    }
    if (isRedactedRecord(record)) redacted++;
    last = record;
  }
  if (last.hash === head.hash && last.seq === head.seq) {
    return { count: records.length, redacted };
  }
  const problem = t`the chain does not end where the service says it ends`;
  return { count: last.seq, redacted, fault: { seq: last.seq, problem } };
}
