/** A thing in a calendar. */
export interface CalendarItem {
  /** Unique and stable (RFC 7986 5.3). */
  readonly uid: string;
  /** RFC 3339. */
  readonly at: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly summary: string;
  readonly text: string;
  readonly url: string;
  /** True reminds a day and an hour before. */
  readonly hasAlarms: boolean;
}

/** A calendar with its things. */
export interface Calendar {
  readonly name: string;
  readonly language: string;
  readonly items: readonly CalendarItem[];
}

const REFRESH = "PT1H";
const ALARMS = ["-P1D", "-PT1H"];

/**
 * A calendar as text (RFC 5545). Events, since the calendars of phones and browsers show no
 * tasks of a subscription; they take no time, and stand at the moment that a thing is due.
 */
export function icalendar({ name, language, items }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Conversation Inbox//Deadlines//EN",
    "CALSCALE:GREGORIAN",
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...items.flatMap((it) => eventLines(it, language)),
    "END:VCALENDAR",
  ];
  return lines.map((it) => `${folded(it)}\r\n`).join("");
}

function eventLines(it: CalendarItem, language: string): readonly string[] {
  const changed = timeOf(it.updatedAt);
  const summary = textOf(it.summary);
  return [
    "BEGIN:VEVENT",
    `UID:${textOf(it.uid)}`,
    // Without a method the time of the last change (3.8.7.2): the same text until then.
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${it.version}`,
    `DTSTART:${timeOf(it.at)}`,
    `SUMMARY;LANGUAGE=${language}:${summary}`,
    `DESCRIPTION;LANGUAGE=${language}:${textOf(it.text)}`,
    `URL:${it.url}`,
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    ...(it.hasAlarms ? ALARMS : []).flatMap((trigger) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `TRIGGER:${trigger}`,
      `DESCRIPTION:${summary}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
  ];
}

/** UTC, to the second (3.3.5). */
function timeOf(at: string): string {
  return `${at.slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Escaped text (3.3.11), without the control characters that it may not contain. */
function textOf(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|[\r\n]/g, "\\n")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

const LINE_BYTES = 75;

/** Folds a line by bytes, never within a character (3.1). */
function folded(line: string): string {
  let text = "";
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > LINE_BYTES) {
      text += "\r\n ";
      bytes = 1;
    }
    text += char;
    bytes += size;
  }
  return text;
}
