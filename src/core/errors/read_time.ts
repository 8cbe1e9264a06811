import { parseTime } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { invalid } from "./field_errors.ts";

/** Reads a moment in a field. @throws invalid_input */
export function readTime(name: string, written: string, within = ""): number {
  const at = parseTime(written);
  if (!Number.isNaN(at)) return at;
  throw invalid(
    `${within}/${name}`,
    "invalid_time",
    told`${name} must be a time such as 2030-01-31T12:00:00Z`,
  );
}
