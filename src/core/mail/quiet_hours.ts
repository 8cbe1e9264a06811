import type { Static } from "typebox";
import { Type } from "typebox";
import { closed } from "../base/schemas.ts";
import { MINUTE_MS } from "../base/time.ts";
import type { NotificationSettings } from "./notice_store.ts";

const DAY_MINUTES = 1_440;

type Kept = Pick<NotificationSettings, "quietFrom" | "quietTo">;

/** When devices stay quiet; over midnight if it ends earlier than it starts. */
export const QuietHoursSchema = closed(
  { from: clock("When they begin, as 22:00."), to: clock("When they end.") },
  {
    description:
      "Your devices get no notifications between these times in your zone (UTC if none); you get a summary when they end.",
  },
);

type QuietHours = Static<typeof QuietHoursSchema>;

function clock(description: string) {
  const pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
  return Type.String({ description, pattern });
}

/** As stored: minutes of a day. */
export function keptQuietHours(hours: QuietHours | null): Kept {
  if (hours === null) return { quietFrom: null, quietTo: null };
  return { quietFrom: minutesOf(hours.from), quietTo: minutesOf(hours.to) };
}

function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** As shown to their person. */
export function presentQuietHours({
  quietFrom,
  quietTo,
}: Kept): QuietHours | null {
  if (quietFrom === null || quietTo === null) return null;
  return { from: clockText(quietFrom), to: clockText(quietTo) };
}

function clockText(minutes: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return `${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** When the current quiet hours end; undefined outside them. */
export function quietUntil(
  {
    quietFrom,
    quietTo,
    timeZone,
  }: Kept & Pick<NotificationSettings, "timeZone">,
  now: number,
): number | undefined {
  if (quietFrom === null || quietTo === null) return undefined;
  const minute = minuteOfDay(now, timeZone);
  const length = (quietTo - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  const passed = (minute - quietFrom + DAY_MINUTES) % DAY_MINUTES;
  if (passed >= length) return undefined;
  return now - (now % MINUTE_MS) + (length - passed) * MINUTE_MS;
}

function minuteOfDay(at: number, timeZone: string | null): number {
  const shown = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timeZone ?? "UTC",
  });
  return minutesOf(shown.format(at));
}
