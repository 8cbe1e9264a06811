import { defineCommand, SESSION } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { calendarFeedStore } from "../identity/calendar_feed_store.ts";
import { CalendarFeedSchema } from "./get_calendar_feed.ts";

/** Ends the account's calendar address. */
export const endCalendarFeed = defineCommand({
  name: "end_calendar_feed",
  title: "End your calendar address",
  description:
    "End the address of your calendar: calendars that subscribed to it get nothing more.",
  access: SESSION,
  input: closed({}),
  output: CalendarFeedSchema,
  chains: (_input, { member }) => [member.accountId],
  async run(_input, call) {
    const { accountId } = call.member;
    const store = calendarFeedStore(call.db);
    if ((await store.madeAt(accountId)) !== undefined) {
      call.write(store.remove(accountId));
      call.record({ chainId: accountId, type: "calendar.ended" });
    }
    return { madeAt: null };
  },
});
