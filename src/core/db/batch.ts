import { deflatedText } from "./deflated_text.ts";
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
  /** Places in `jobs` of texts that are stored deflated. */
  readonly deflating: readonly number[];
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

function deflated(
  packed: readonly SqlValue[],
  places: readonly number[],
): readonly SqlValue[] {
  if (places.length === 0) return packed;
  const all = [...packed];
  for (const at of places) all[at] = deflatedText(String(all[at]));
  return all;
}

/** The jobs of a batch, with texts deflated that are stored so. */
export function jobsOf({
  jobs: sent,
  asking,
  deflating,
}: Batch): readonly BatchJob[] {
  const packed = deflated(sent, deflating);
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
