import { Param, Placeholder } from "drizzle-orm";

export type SqlValue = string | number | bigint | null | Uint8Array;

/** One SQL statement with its positional arguments, ready for the writer. */
export interface Statement {
  readonly sql: string;
  readonly args: readonly SqlValue[];
}

/** A write built by Drizzle, with placeholders for values. */
export interface PreparedWrite {
  getQuery(): { sql: string; params: unknown[] };
}

/** One argument of a prepared write: a placeholder's name, or the value itself. */
interface Slot {
  readonly name: string | undefined;
  readonly encode: (value: unknown) => unknown;
}

interface Filler {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

const fillers = new WeakMap<PreparedWrite, Filler>();

/**
 * Fills a Drizzle prepared write with values: built once, never rebuilt per call. Unlike
 * Drizzle's fillPlaceholders it leaves null alone, which a json or timestamp column would encode.
 */
export function statementOf(
  prepared: PreparedWrite,
  values: object,
): Statement {
  let filler = fillers.get(prepared);
  if (filler === undefined) {
    filler = fillerOf(prepared);
    fillers.set(prepared, filler);
  }
  const args: SqlValue[] = [];
  for (const { name, encode } of filler.slots) {
    const value =
      name === undefined ? undefined : values[name as keyof typeof values];
    if (name !== undefined && value === undefined) {
      throw new TypeError(`Cannot fill "${name}": no value was given`);
    }
    args.push(checkedValue(value === null ? null : encode(value)));
  }
  return { sql: filler.sql, args };
}

/** @throws TypeError for a statement with a value that the database would change */
export function assertBindable({ args }: Statement): void {
  for (const arg of args) {
    // A boolean was converted before.
    if (checkedValue(arg) === arg) continue;
    throw new TypeError(`Cannot bind a ${typeof arg}: it is no SQL value`);
  }
}

/**
 * Returns a value that the database stores exactly as it is. The native package aborts the
 * whole process on a boolean and cuts a text at its first NUL.
 */
export function checkedValue(value: unknown): SqlValue {
  switch (typeof value) {
    case "string":
      if (value.includes("\0") || !value.isWellFormed()) {
        throw new TypeError("Cannot bind a text: it is not well-formed");
      }
      return value;
    case "number":
      if (!Number.isFinite(value)) break;
      return value;
    case "bigint":
      if (BigInt.asIntN(64, value) !== value) break;
      return value;
    case "boolean":
      return value ? 1 : 0;
    case "object":
      if (value === null || value instanceof Uint8Array) return value;
  }
  throw new TypeError(`Cannot bind a ${typeof value}: it is no SQL value`);
}

function fillerOf(prepared: PreparedWrite): Filler {
  const { sql, params } = prepared.getQuery();
  return { sql, slots: params.map(slotOf) };
}

function slotOf(param: unknown): Slot {
  if (param instanceof Placeholder) {
    return { name: param.name, encode: (value) => value };
  }
  if (param instanceof Param && param.value instanceof Placeholder) {
    const { encoder, value } = param;
    const isJson = "dataType" in encoder && encoder.dataType === "json";
    return {
      name: value.name,
      encode: (given) => {
        const stored = encoder.mapToDriverValue(given);
        if (isJson) assertReadable(stored);
        return stored;
      },
    };
  }
  return { name: undefined, encode: () => param };
}

/** An escape of half a surrogate pair that is not itself escaped. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/**
 * JSON writes half a pair as an escape, which counts as well-formed text; `->>` or json_each
 * would decode it and abort the process.
 */
function assertReadable(json: unknown): void {
  if (typeof json !== "string" || !json.includes("\\ud")) return;
  if (!HALF_PAIR.test(json)) return;
  throw new TypeError("Cannot bind JSON: a text in it is not well-formed");
}
