import { LIMITS } from "../../base/limits.ts";
import { told } from "../../base/words/sentence.ts";
import type { FileEntry } from "./file_text.ts";
import { refused, tooMany } from "./file_text.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** Columns of addresses: "E-mail 1 - Value" (Google), "E-mail 2 Address" (Outlook), "Email". */
const ADDRESS = /^e-?mail(?!.*(?:type|label|display name)$)/i;
const NAME = /^(?:full |display )?name$/i;
const GIVEN = /^(?:first|given) name$/i;
const FAMILY = /^(?:last|family) name$/i;
/** Separators of several addresses in one cell. */
const BETWEEN = /:::|[;,]/;

/**
 * Reads a table exported by Google, Outlook and others: the names in its first line identify
 * the columns.
 * @throws invalid_input
 */
export function csvEntries(file: string): readonly FileEntry[] {
  const text = file.replace(/\r\n?/g, "\n").replace(/^\n+/, "");
  const [first = ""] = text.split("\n", 1);
  const count = (it: string) => first.split(it).length;
  const [delimiter] = [...DELIMITERS].sort((a, b) => count(b) - count(a));
  const [head = [], ...rows] = rowsOf(text, delimiter ?? ",");
  const columns = head.map((it) => it.trim());
  const at = (wanted: RegExp) =>
    columns.flatMap((it, column) => (wanted.test(it) ? [column] : []));
  const addresses = at(ADDRESS);
  if (addresses.length === 0) {
    throw refused(
      told`it is not a vCard, and its first line has no column for email addresses`,
    );
  }
  const [whole] = at(NAME);
  const parts = [...at(GIVEN), ...at(FAMILY)];
  return rows.flatMap((row) => {
    const named = whole === undefined ? "" : (row[whole] ?? "");
    const name = named || parts.map((it) => row[it] ?? "").join(" ");
    return addresses
      .flatMap((column) => (row[column] ?? "").split(BETWEEN))
      .map((it) => it.trim())
      .filter(Boolean)
      .map((address) => ({ name, address }));
  });
}

/** Rows and cells (RFC 4180): a quoted cell may contain anything, with quotes doubled. */
function rowsOf(text: string, delimiter: string): readonly string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    if (row.length < LIMITS.contactFileColumnsMax) row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (rows.length > LIMITS.contactFileEntriesMax) throw tooMany();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text.charAt(at++);
      else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === delimiter) endCell();
    else if (char === "\n") endRow();
    else cell += char;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}
