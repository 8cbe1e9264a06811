import { defineQuery, SESSION } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { stopOf } from "../mail/mailboxes.ts";
import { noticeStore } from "../mail/notice_store.ts";
import {
  presentNotifications,
  ShownNotificationsSchema,
} from "../mail/schemas.ts";

/** Reads which mails the person gets. */
export const getNotifications = defineQuery({
  name: "get_notifications",
  title: "Show your notifications",
  description:
    "Show which emails you get at your sign-in address, and what your invites say.",
  access: SESSION,
  input: closed({}),
  output: ShownNotificationsSchema,
  async run(_input, { db, member: { accountId } }) {
    const settings = await noticeStore(db).settings(accountId);
    const stop = await stopOf(db, { kind: "notice", recipient: accountId });
    return presentNotifications(settings, stop);
  },
});
