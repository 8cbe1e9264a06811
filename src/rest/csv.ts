import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { preferredType } from "../http/accepts.ts";
import type { Incoming } from "./incoming.ts";

const FORMATS = ["json", "csv"];
const TYPES = ["application/json", "text/csv"] as const;

/** How an output becomes a table for a spreadsheet. */
export interface CsvTable<O> {
  /** The file's name. */
  readonly file: string;
  readonly head: readonly string[];
  rows(output: O): readonly (readonly string[])[];
  /** The cursor of the next page; null after the last. */
  next(output: O): string | null;
}

/** Reads the page of a cursor. */
export type ReadPage = (cursor: string) => Promise<unknown>;

/**
 * Answers an output as a table if the caller asked for one: the requested page, or all of
 * them together.
 * @throws invalid_input for an unknown format
 */
export function csvResponse(
  table: CsvTable<unknown>,
  output: unknown,
  headers: Record<string, string>,
  incoming: Incoming,
  read: ReadPage,
): Response | undefined {
  headers.vary = "Accept";
  if (!asksForCsv(incoming)) return undefined;
  const first = csvText([table.head, ...table.rows(output)]);
  const { cursor, limit } = incoming.query;
  const isPage = cursor !== undefined || limit !== undefined;
  return new Response(isPage ? first : streamed(table, output, first, read), {
    headers: {
      ...headers,
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${table.file}"`,
      "x-content-type-options": "nosniff",
    },
  });
}

/**
 * Streams page after page, reading each once the one before has left. An error ends the
 * download: a table with missing rows must not look whole.
 */
function streamed(
  table: CsvTable<unknown>,
  output: unknown,
  first: string,
  read: ReadPage,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last = output;
  let count = table.rows(output).length;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(first));
    },
    async pull(controller) {
      const cursor = table.next(last);
      const room = LIMITS.csvRowsMax - count;
      if (cursor === null || room <= 0) return controller.close();
      last = await read(cursor);
      const rows = table.rows(last).slice(0, room);
      count += rows.length;
      controller.enqueue(encoder.encode(csvText(rows)));
    },
  });
}

/** `?format=` decides; without it, what Accept prefers. */
function asksForCsv({ query, headers }: Incoming): boolean {
  const { format } = query;
  if (format !== undefined) {
    if (FORMATS.includes(format)) return format === "csv";
    throw new ServiceError("invalid_input", {
      detail: told`Cannot answer in this format: it must be json or csv.`,
      errors: [
        { pointer: "/format", code: "enum", detail: told`must be json or csv` },
      ],
    });
  }
  return preferredType(headers.accept, TYPES) === "text/csv";
}

/** Text that a spreadsheet would run as a formula, however it is written. */
const FORMULA = /^[\s\p{C}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Rows of cells as in RFC 4180. An apostrophe precedes text that a spreadsheet would run;
 * plain numbers stay unchanged.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
