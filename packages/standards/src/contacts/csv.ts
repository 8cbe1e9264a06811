import type { FileEntry } from "./file_text.ts";
import { ContactFileError } from "./file_text.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** Columns of addresses: "E-mail 1 - Value" (Google), "E-mail 2 Address" (Outlook), "Email". */
const ADDRESS = /^e-?mail(?!.*(?:type|label|display name)$)/i;
const NAME = /^(?:full |display )?name$/i;
const GIVEN = /^(?:first|given) name$/i;
const FAMILY = /^(?:last|family) name$/i;
/** Separators of several addresses in one cell. */
const BETWEEN = /:::|[;,]/;

/** How much of a table is read: further columns are left out. */
interface CsvBounds {
  readonly columnsMax: number;
  readonly rowsMax: number;
}

/**
 * Reads a table exported by Google, Outlook and others: the names in its first line identify
 * the columns.
 * @throws ContactFileError
 */
export function csvEntries(
  file: string,
  bounds: CsvBounds,
): readonly FileEntry[] {
  const text = file.replace(/\r\n?/g, "\n").replace(/^\n+/, "");
  const [first = ""] = text.split("\n", 1);
  const count = (it: string) => first.split(it).length;
  const [delimiter] = [...DELIMITERS].sort((a, b) => count(b) - count(a));
  const [head = [], ...rows] = rowsOf(text, delimiter ?? ",", bounds);
  const columns = head.map((it) => it.trim());
  const at = (wanted: RegExp) =>
    columns.flatMap((it, column) => (wanted.test(it) ? [column] : []));
  const addresses = at(ADDRESS);
  if (addresses.length === 0) {
    throw new ContactFileError("no_addresses");
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
function rowsOf(
  text: string,
  delimiter: string,
  { columnsMax, rowsMax }: CsvBounds,
): readonly string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    if (row.length < columnsMax) row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (rows.length > rowsMax) throw new ContactFileError("too_many");
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
