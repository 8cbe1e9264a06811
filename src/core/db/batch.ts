import type { SqlValue } from "./statement.ts";

/** A value in transit: few bytes, such as a digest, are sent as hex. */
export type PackedValue = SqlValue | { readonly hex: string };

const HEX_BYTES_MAX = 256;

/**
 * Packs a value. Larger bytes are copied: a view would be cloned with its whole buffer, and a
 * transferred file would be lost to the caller.
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

/** One merged batch: each text is sent once and then referred to by number. */
export interface Batch {
  /** Drop all earlier texts. */
  readonly forget: boolean;
  readonly texts: readonly string[];
  /**
   * For each job its number of statements; for each statement its text, number of arguments,
   * arguments.
   */
  readonly jobs: readonly PackedValue[];
  /** The jobs that want their last statement's result. */
  readonly asking: readonly number[];
}

/**
 * A batch for the worker. As JSON it takes a tenth of the time of a clone by the main thread;
 * a file is cloned or transferred, and its batch with it.
 */
export type CrossingBatch = string | Batch;

/** A batch in its transit form. */
export function crossing(batch: Batch): CrossingBatch {
  return batch.jobs.some(isNoJson) ? batch : JSON.stringify(batch);
}

/** A received batch. */
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
