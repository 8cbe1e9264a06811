const MORNING = 8;
const MONDAY = 1;
/** From this hour on, "later today" is not offered. */
const EVENING = 20;
const LATER_MS = 3 * 3_600_000;

/** Three hours from now (RFC 3339); undefined in the evening. */
export function laterToday(now: Date): string | undefined {
  if (now.getHours() >= EVENING) return undefined;
  return new Date(now.getTime() + LATER_MS).toISOString();
}

/** The morning in a number of days (RFC 3339). */
export function morning(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at.toISOString();
}

/** The morning of the next Monday after tomorrow or later. */
export function nextMonday(): string {
  let days = 2;
  while ((new Date().getDay() + days) % 7 !== MONDAY) days += 1;
  return morning(days);
}

/** A time in the form of the browser's field. */
export function localTime(at: string): string {
  const date = new Date(at);
  const shifted = date.getTime() - date.getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}
