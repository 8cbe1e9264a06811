import { defineCommand, SESSION } from "../access/operation.ts";
import { closed, string, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { calendarFeedStore } from "../identity/calendar_feed_store.ts";
import { hashToken, makeToken } from "../identity/token.ts";

/** Makes a new secret address for the account's calendar. */
export const makeCalendarFeed = defineCommand({
  name: "make_calendar_feed",
  title: "Make a calendar address",
  description:
    "Make the secret address by which a calendar subscribes to your deadlines. It is shown once, and the one before stops working.",
  access: SESSION,
  input: closed({}),
  output: closed({
    url: string("The address; anyone who has it can read your deadlines."),
    madeAt: timestamp("Now."),
  }),
  shownOnce: "url",
  chains: (_input, { member }) => [member.accountId],
  async run(_input, call) {
    const { accountId } = call.member;
    const token = makeToken(call.randomBytes, "cal");
    const store = calendarFeedStore(call.db);
    call.write(store.put(accountId, hashToken(token), call.now));
    call.record({ chainId: accountId, type: "calendar.made" });
    const { baseUrl } = call.settings;
    return {
      url: `${baseUrl}/calendar/${token}.ics`,
      madeAt: showTime(call.now),
    };
  },
});
