import type { SqlValue } from "./statement.ts";

/** A value on its way: a few bytes, such as a digest, cross as hex. */
export type PackedValue = SqlValue | { readonly hex: string };

const HEX_BYTES_MAX = 256;

/**
 * A value as it is packed. More bytes are copied: a view would be cloned with the whole
 * buffer behind it, and a file, which is transferred, would be lost to the caller.
 */
export function packedValue(value: SqlValue): PackedValue {
  if (typeof value !== "object" || value === null) return value;
  return value.length <= HEX_BYTES_MAX
    ? { hex: value.toHex() }
    : new Uint8Array(value);
}

function unpackedValue(value: PackedValue): SqlValue {
  return typeof value === "object" && value !== null && "hex" in value
    ? Uint8Array.fromHex(value.hex)
    : value;
}

/** One merged batch: each text crosses once and is named by its number from then on. */
export interface Batch {
  /** Forget every text before these. */
  readonly forget: boolean;
  readonly texts: readonly string[];
  /** For each job its number of statements; for each of them text, number of arguments, arguments. */
  readonly jobs: readonly PackedValue[];
  /** Which of the jobs want their last statement's result. */
  readonly asking: readonly number[];
}

/**
 * A batch on its way to the worker. As JSON it crosses in a tenth of the time of a clone,
 * which the main thread makes; a file is cloned or transferred, and the batch with it.
 */
export type CrossingBatch = string | Batch;

/** A batch as it crosses. */
export function crossing(batch: Batch): CrossingBatch {
  return batch.jobs.some(isNoJson) ? batch : JSON.stringify(batch);
}

/** The batch that has crossed. */
export function crossed(batch: CrossingBatch): Batch {
  return typeof batch === "string" ? JSON.parse(batch) : batch;
}

function isNoJson(value: PackedValue): boolean {
  return typeof value === "bigint" || value instanceof Uint8Array;
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
      const args = packed.slice(at + 2, end).map(unpackedValue);
      calls.push({ text, args });
      at = end;
    }
    jobs.push({ calls, asksResult: asking.includes(jobs.length) });
  }
  return jobs;
}
