import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, integer, string, timestamp } from "../base/schemas.ts";
import { LANGUAGES, USUAL_LANGUAGE } from "../base/words/languages.ts";
import { sayIn } from "../base/words/say_in.ts";
import { dueOf } from "../conversations/read/lists/due_list.ts";
import { ServiceError } from "../errors/errors.ts";
import { isDisabled } from "../identity/accounts.ts";
import { calendarFeedStore } from "../identity/calendar_feed_store.ts";
import { inNameOf } from "../identity/in_name_of.ts";
import { hashToken } from "../identity/token.ts";
import { noticeStore } from "../mail/notice_store.ts";

/** Reads an account's deadlines for the holder of its calendar address. */
export const readCalendar = defineQuery({
  name: "read_calendar",
  title: "Read a calendar",
  description:
    "Read what an account owes and waits for, by when, with the secret of its calendar address.",
  access: ANYONE,
  rate: "visit",
  input: closed({ token: Type.String({ maxLength: LIMITS.idCharsMax }) }),
  output: closed({
    language: Type.Enum([...LANGUAGES]),
    items: Type.Array(
      closed({
        conversationId: string("Its conversation."),
        at: timestamp("When it is due."),
        isOwed: Type.Boolean({ description: "False if others owe it." }),
        summary: string("The thing that is due, in a line."),
        text: string("The next step."),
        version: integer("The version of the conversation."),
        updatedAt: timestamp("When the conversation changed last."),
      }),
      { description: "The earliest first." },
    ),
  }),
  async run({ token }, call) {
    const accountId = await calendarFeedStore(call.db).holder(hashToken(token));
    if (accountId === undefined || (await isDisabled(call, accountId))) {
      throw new ServiceError("not_found");
    }
    const settings = await noticeStore(call.db).settings(accountId);
    const language = settings.language ?? USUAL_LANGUAGE;
    const own = { ...inNameOf(call, accountId), say: sayIn(language) };
    return { language, items: await dueOf(own) };
  },
});
