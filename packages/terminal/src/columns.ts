import { cleanLine } from "../../../src/core/base/text.ts";

/** Lines of a label and a value, with the values in one column; no cell runs into the next. */
export function showFields(
  fields: readonly (readonly [label: string, value: string])[],
): string {
  const width = Math.max(...fields.map(([label]) => label.length));
  return fields
    .map(([label, value]) => `${label.padEnd(width)}  ${cleanLine(value)}`)
    .join("\n");
}

/** Rows of cells in columns, with a line below the first row. */
export function showTable(written: readonly (readonly string[])[]): string {
  const rows = written.map((row) => row.map(cleanLine));
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows.slice(1)]
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}
