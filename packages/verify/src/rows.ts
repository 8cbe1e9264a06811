import type { Bytes } from "./bytes.ts";

/** A line of JSON with unknown members. */
export type Row = Readonly<Record<string, unknown>>;

/** A member that is a text; otherwise empty. */
export function memberText(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value : "";
}

/** A member that is a whole number from 0; otherwise -1. */
export function numberIn(row: Row, name: string): number {
  const value = row[name];
  const isFit =
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return isFit ? value : -1;
}

/** A member that is a list of texts; otherwise empty. */
export function textsIn(row: Row, name: string): readonly string[] {
  const value = row[name];
  return Array.isArray(value)
    ? value.filter((it): it is string => typeof it === "string")
    : [];
}

/** A member that is an object; otherwise empty. */
export function objectIn(row: Row, name: string): Row {
  return asRow(row[name]) ?? {};
}

/** A value that is an object. */
export function asRow(value: unknown): Row | undefined {
  const isRow =
    typeof value === "object" && value !== null && !Array.isArray(value);
  return isRow ? (value as Row) : undefined;
}

/** @throws for bytes that are not a JSON object */
export function rowIn(bytes: Bytes): Row {
  const row = asRow(JSON.parse(textOfBytes(bytes)));
  if (!row) throw new Error("it is not a JSON object");
  return row;
}

/** @throws for a line that is not a JSON object */
export function* rowsIn(bytes: Bytes): Generator<Row> {
  for (const line of textOfBytes(bytes).split("\n")) {
    if (line === "") continue;
    const row = asRow(JSON.parse(line));
    if (!row) throw new Error("a line of it is not a JSON object");
    yield row;
  }
}

/** @throws for invalid UTF-8 */
export function textOfBytes(bytes: Bytes): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
