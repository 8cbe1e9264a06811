import { rich } from "./rich.ts";
import { LOCALE, t } from "./t.ts";

const DAY_MS = 86_400_000;

/** The formats of times in a locale. */
export function timesIn(locale: string) {
  const day = { day: "numeric", month: "short" } as const;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const date = new Intl.DateTimeFormat(locale, day);
  const dateAndYear = new Intl.DateTimeFormat(locale, {
    ...day,
    year: "numeric",
  });
  const full = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const when = new Intl.DateTimeFormat(locale, {
    ...day,
    weekday: "short",
    hour: clock.resolvedOptions().hour12 ? "numeric" : "2-digit",
    minute: "2-digit",
  });
  const dateText = (at: Date, now: Date) =>
    (at.getFullYear() === now.getFullYear() ? date : dateAndYear).format(at);
  return {
    /** The day only, with its year if it is another one. */
    date: dateText,
    /** The time if it is today; otherwise the day. */
    short: (at: Date, now: Date) =>
      at.toDateString() === now.toDateString()
        ? clock.format(at)
        : dateText(at, now),
    full: (at: Date) => full.format(at),
    /** A future time, with its weekday. */
    when: (at: Date) => when.format(at),
  };
}

const HERE = timesIn(LOCALE);

/** A time: short in a list, in full on demand; an invalid one is shown unchanged. */
export function Time({
  at,
  isShort = false,
  isDate = false,
}: {
  at: string;
  /** True for the time if it is today, otherwise the day. */
  isShort?: boolean;
  /** True for the day only, such as a due date. */
  isDate?: boolean;
}) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <bdi>{at}</bdi>;
  const now = new Date();
  const full = HERE.full(date);
  return (
    <time dateTime={at} title={full}>
      {isDate ? HERE.date(date, now) : isShort ? HERE.short(date, now) : full}
    </time>
  );
}

/** When something was last used, and from which network address. */
export function LastUsed({
  at,
  from,
}: {
  at: string | null;
  from: string | null;
}) {
  if (at === null) return t`Not used yet.`;
  const when = <Time at={at} />;
  return from
    ? rich`Last used ${when} from ${<bdi>{from}</bdi>}.`
    : rich`Last used ${when}.`;
}

/** The time in a number of days (RFC 3339). */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** The time left, in words; "over" once it has passed. */
export function untilText(at: string): string {
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return t`expired`;
  const hours = Math.round(left / 3_600_000);
  if (hours < 1) return t`less than an hour left`;
  if (hours < 48) return t.many(hours)`# hour left|# hours left`;
  return t.many(Math.round(hours / 24))`# day left|# days left`;
}

/** The end of a snooze, for the person. */
export function snoozedText(until: string): string {
  return until === "change" ? t`Until it changes` : t`Until ${whenText(until)}`;
}

/** A future time, for the person. */
export function whenText(at: string): string {
  return HERE.when(new Date(at));
}
