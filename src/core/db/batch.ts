import type { SqlValue } from "./statement.ts";

/** One merged batch: each text crosses once and is named by its number from then on. */
export interface Batch {
  /** Forget every text before these. */
  readonly forget: boolean;
  readonly texts: readonly string[];
  /** For each job its number of statements; for each of them text, number of arguments, arguments. */
  readonly jobs: readonly SqlValue[];
  /** Which of the jobs want their last statement's result. */
  readonly asking: readonly number[];
}

interface Call {
  readonly text: number;
  readonly args: readonly SqlValue[];
}

/** Statements of one commit. */
export interface BatchJob {
  readonly calls: readonly Call[];
  readonly asksResult: boolean;
}

/** The jobs of a batch. */
export function jobsOf({ jobs: packed, asking }: Batch): readonly BatchJob[] {
  const jobs: BatchJob[] = [];
  for (let at = 0; at < packed.length; ) {
    const calls: Call[] = [];
    for (let left = Number(packed[at++]); left > 0; left -= 1) {
      const text = Number(packed[at]);
      const end = at + 2 + Number(packed[at + 1]);
      calls.push({ text, args: packed.slice(at + 2, end) });
      at = end;
    }
    jobs.push({ calls, asksResult: asking.includes(jobs.length) });
  }
  return jobs;
}
