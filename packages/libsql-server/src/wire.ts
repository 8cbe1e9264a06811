import type { Row, Value } from "@libsql/client";

/** A value of a statement. */
export type SentValue = string | number | bigint | null | Uint8Array;

/** A statement with its positional arguments. */
export interface SentStatement {
  readonly sql: string;
  readonly args: readonly SentValue[];
}

/** The rows of an answer, as bare arrays. */
export interface AnsweredRows {
  readonly columns: string[];
  readonly rows: Row[];
  readonly rowsAffected: number;
}

/**
 * A statement on the wire (hrana over HTTP, version 2): its text, or the number of a stored
 * one.
 */
export type WireStatement = (
  | { readonly sql_id: number }
  | { readonly sql: string }
) & { readonly args: readonly WireValue[] };

export type WireValue =
  | { readonly type: "null" }
  | { readonly type: "integer"; readonly value: string }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "blob"; readonly base64: string };

/** One request of a stream. */
export type WireRequest =
  | {
      readonly type: "store_sql";
      readonly sql_id: number;
      readonly sql: string;
    }
  | { readonly type: "execute"; readonly stmt: WireStatement | WireText }
  | { readonly type: "batch"; readonly batch: { readonly steps: WireStep[] } };

export interface WireText {
  readonly sql: string;
}

/** One step of a batch, run if another one succeeded, or failed. */
export interface WireStep {
  readonly condition?: WireCondition;
  readonly stmt: WireStatement | WireText;
}

export type WireCondition =
  | { readonly type: "ok"; readonly step: number }
  | { readonly type: "not"; readonly cond: WireCondition };

export interface WireError {
  readonly message: string;
  readonly code?: string | null;
}

export interface WireRows {
  readonly cols: readonly { readonly name: string | null }[];
  readonly rows: readonly (readonly WireValue[])[];
  readonly affected_row_count: number;
  readonly last_insert_rowid: string | null;
  /** Rows that this server has written itself; not every server reports it. */
  readonly rows_written?: number;
}

/** The results of a batch, step by step. */
export interface WireBatch {
  readonly step_results: readonly (WireRows | null)[];
  readonly step_errors: readonly (WireError | null)[];
}

export type WireResult =
  | {
      readonly type: "ok";
      readonly response: { readonly result?: WireRows | WireBatch };
    }
  | { readonly type: "error"; readonly error: WireError };

export interface WireAnswer {
  readonly baton: string | null;
  readonly results: readonly WireResult[];
}

/**
 * A value on the wire: everything but a bigint goes as a float, which a column stores as a
 * whole number.
 */
export function toWire(value: SentValue): WireValue {
  switch (typeof value) {
    case "string":
      return { type: "text", value };
    case "number":
      return { type: "float", value };
    case "bigint":
      return { type: "integer", value: value.toString() };
    default:
      return value === null
        ? { type: "null" }
        : { type: "blob", base64: Buffer.from(value).toString("base64") };
  }
}

/** Reads the rows of an answer. */
export function rowsOf({
  cols,
  rows,
  affected_row_count: rowsAffected,
}: WireRows): AnsweredRows {
  const columns = cols.map(({ name }) => name ?? "");
  return { columns, rows: rows.map(bareRow), rowsAffected };
}

/** The client's type also has a row's values by name, which are never read here. */
function bareRow(row: readonly WireValue[]): Value[] & Row {
  return row.map(fromWire) as Value[] & Row;
}

function fromWire(value: WireValue): Value {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return safeInteger(value.value);
    case "blob":
      return bytesOf(value.base64);
    default:
      return value.value;
  }
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError("Cannot read an integer: it is beyond 2^53");
}

/** A copy, because Node's bytes may be in a pool. */
function bytesOf(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, "base64")).buffer;
}

/** A server's statement error, in the form of the library's client. */
export function wireError({ message, code }: WireError): Error {
  const known = code ?? "UNKNOWN";
  return Object.assign(new Error(`${known}: ${message}`), { code: known });
}
