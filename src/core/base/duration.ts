import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";
import type { Language } from "./words/languages.ts";
import { LOCALES } from "./words/languages.ts";

const ISO_8601 =
  /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;
const UNITS = [7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS, 1_000] as const;

/**
 * Reads an ISO 8601 duration, such as PT36H or P3D, as milliseconds; NaN for anything else.
 * Years and months have no fixed length and are not read.
 */
export function parseDuration(text: string): number {
  const [, ...counts] = ISO_8601.exec(text) ?? [];
  const ms = UNITS.reduce(
    (sum, unit, place) => sum + unit * Number(counts[place] ?? 0),
    0,
  );
  return ms > 0 ? ms : Number.NaN;
}

const UNIT_NAMES = ["day", "hour", "minute", "second"] as const;

/** A duration for a person: "3 days", "1 day, 12 hours". */
export function durationInWords(text: string, language: Language): string {
  let left = parseDuration(text);
  const parts: string[] = [];
  for (const [place, unit] of UNIT_NAMES.entries()) {
    const ms = UNITS[place + 1] ?? 1;
    const count = Math.floor(left / ms);
    left -= count * ms;
    if (count === 0) continue;
    const style = { style: "unit", unit, unitDisplay: "long" } as const;
    parts.push(new Intl.NumberFormat(LOCALES[language], style).format(count));
  }
  return parts.join(", ");
}
