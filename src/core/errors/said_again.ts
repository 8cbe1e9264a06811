import type { Say } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { ERRORS } from "./error_table.ts";

/** An error as a record keeps it: its code and its English sentence. */
interface KeptError {
  readonly code: string;
  readonly detail: string;
}

const ROWS: Readonly<Record<string, ErrorRow | undefined>> = ERRORS;

/**
 * The sentence in the reader's language. One that holds values is known in English alone:
 * other readers are told the title of its code, if that is translated.
 */
export function saidAgain({ code, detail }: KeptError, say: Say): string {
  const said = say.of(detail);
  if (said !== detail) return said;
  const title = ROWS[code]?.title ?? "";
  const other = say.of(title);
  return other === title ? detail : other;
}
