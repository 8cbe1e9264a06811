import type { CheckedEnd } from "../../../verify/src/records.ts";
import { ChainCheck, isRedactedRecord } from "../../../verify/src/records.ts";
import type { AuditRecord } from "../api/types.ts";
import { t } from "../ui/t.ts";

/** The findings of a check of a chain. */
export interface Verdict {
  readonly count: number;
  /** Records whose body this viewer may not read; their links are checked anyway. */
  readonly redacted: number;
  readonly fault?: { readonly seq: number; readonly problem: string };
}

/**
 * Recomputes every hash of a chain in the browser, from the first record to the head that the
 * service names, with the code of `verify.mjs`.
 */
export async function verify(
  records: readonly AuditRecord[],
  head: CheckedEnd,
): Promise<Verdict> {
  const chain = new ChainCheck();
  let redacted = 0;
  for (const record of records) {
    const problem = chain.add(record);
    if (problem) {
      const fault = { seq: record.seq, problem };
      return { count: chain.last.seq, redacted, fault };
    }
    if (isRedactedRecord(record)) redacted++;
  }
  const { last } = chain;
  if (chain.isWhole && last.hash === head.hash && last.seq === head.seq) {
    return { count: records.length, redacted };
  }
  const problem = t`the chain does not end where the service says it ends`;
  return { count: last.seq, redacted, fault: { seq: last.seq, problem } };
}
