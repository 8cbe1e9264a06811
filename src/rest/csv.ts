import { ServiceError } from "../core/errors/errors.ts";
import { preferredType } from "../http/accepts.ts";
import type { Incoming } from "./incoming.ts";
import type { Route } from "./route.ts";

const FORMATS = ["json", "csv"];
const TYPES = ["application/json", "text/csv"] as const;

/**
 * Answers an output as a table, if its row has one and the caller asked for it.
 * @throws invalid_input for a format that is neither
 */
export function csvResponse(
  route: Pick<Route, "csv">,
  output: unknown,
  headers: Record<string, string>,
  incoming: Incoming,
): Response | undefined {
  if (!route.csv) return undefined;
  headers.vary = "Accept";
  if (!asksForCsv(incoming)) return undefined;
  return new Response(route.csv(output), {
    headers: {
      ...headers,
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="statement.csv"',
      "x-content-type-options": "nosniff",
    },
  });
}

/** `?format=` decides; without it what Accept would rather have. */
function asksForCsv({ query, headers }: Incoming): boolean {
  const { format } = query;
  if (format !== undefined) {
    if (FORMATS.includes(format)) return format === "csv";
    throw new ServiceError("invalid_input", {
      detail: "Cannot answer in this format: it must be json or csv.",
      errors: [
        { pointer: "/format", code: "enum", detail: "must be json or csv" },
      ],
    });
  }
  return preferredType(headers.accept, TYPES) === "text/csv";
}

/** What a spreadsheet would take for a formula, however it is written. */
const FORMULA = /^[\s\p{C}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows of cells as RFC 4180 has them. A text that a spreadsheet would run is led
 * by an apostrophe; a plain number is left as it is.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
