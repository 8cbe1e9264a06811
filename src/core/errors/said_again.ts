import type { Say } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { ERRORS } from "./error_table.ts";

/** An error as stored in a record: its code and its English sentence. */
interface KeptError {
  readonly code: string;
  readonly detail: string;
}

const ROWS: Readonly<Record<string, ErrorRow | undefined>> = ERRORS;

/**
 * The sentence in the reader's language. A sentence with values exists only in English: other
 * readers get the title of its code, if translated.
 */
export function saidAgain({ code, detail }: KeptError, say: Say): string {
  const said = say.of(detail);
  if (said !== detail) return said;
  const title = ROWS[code]?.title ?? "";
  const other = say.of(title);
  return other === title ? detail : other;
}
