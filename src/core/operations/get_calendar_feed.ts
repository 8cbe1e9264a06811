import { defineQuery, SESSION } from "../access/operation.ts";
import { closed, nullable, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { calendarFeedStore } from "../identity/calendar_feed_store.ts";

/** Whether an account has a calendar address; the address itself is shown once. */
export const CalendarFeedSchema = closed({
  madeAt: nullable(timestamp("When the address was made; null without one.")),
});

/** Says whether the account has a calendar address. */
export const getCalendarFeed = defineQuery({
  name: "get_calendar_feed",
  title: "Show your calendar address",
  description:
    "Show whether a calendar can subscribe to your deadlines. The address itself is shown only when it is made.",
  access: SESSION,
  input: closed({}),
  output: CalendarFeedSchema,
  async run(_input, { db, member }) {
    const madeAt = await calendarFeedStore(db).madeAt(member.accountId);
    return { madeAt: madeAt === undefined ? null : showTime(madeAt) };
  },
});
