import { rich } from "./rich.ts";
import { LOCALE, t } from "./t.ts";

const DAY_MS = 86_400_000;

const CLOCK = new Intl.DateTimeFormat(LOCALE, {
  hour: "2-digit",
  minute: "2-digit",
});
const DATE = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
});
const FULL = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: "medium",
  timeStyle: "short",
});

/** A moment: short in a list, whole on demand; what is none is shown as it is. */
export function Time({
  at,
  isShort = false,
}: {
  at: string;
  isShort?: boolean;
}) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <bdi>{at}</bdi>;
  const isRecent = Math.abs(Date.now() - date.getTime()) < DAY_MS;
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {isShort ? (isRecent ? CLOCK : DATE).format(date) : FULL.format(date)}
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

/** The moment so many days from now (RFC 3339). */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** How long until a moment, in words; "over" once it has passed. */
export function untilText(at: string): string {
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return t`expired`;
  const hours = Math.round(left / 3_600_000);
  if (hours < 1) return t`less than an hour left`;
  if (hours < 48) return t.many(hours)`# hour left|# hours left`;
  return t.many(Math.round(hours / 24))`# day left|# days left`;
}

const WHEN = new Intl.DateTimeFormat(LOCALE, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Until when something is put aside, as the person reads it. */
export function snoozedText(until: string): string {
  return until === "change" ? t`Until it changes` : t`Until ${whenText(until)}`;
}

/** A moment to come, as the person reads it. */
export function whenText(at: string): string {
  return WHEN.format(new Date(at));
}
