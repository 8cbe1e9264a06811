import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { stopOf } from "../mail/mailboxes.ts";
import { noticeStore } from "../mail/notice_store.ts";
import { keptQuietHours } from "../mail/quiet_hours.ts";
import {
  NotificationsSchema,
  presentNotifications,
  ShownNotificationsSchema,
} from "../mail/schemas.ts";
import { requireTimeZone } from "../mail/time_zone.ts";

/** Changes which mails and notifications the person gets. */
export const updateNotifications = defineCommand({
  name: "update_notifications",
  title: "Change your notifications",
  description:
    "Change which emails you get, when your devices are quiet, and what your invites say. Absent fields stay as they are. Turning a notice on resumes notices to a mailbox that had unsubscribed; invites stay stopped.",
  access: SESSION,
  input: Type.Partial(NotificationsSchema, { additionalProperties: false }),
  output: ShownNotificationsSchema,
  chains: (_input, { member }) => [member.accountId],
  async run({ quietHours, ...input }, call) {
    const { accountId } = call.member;
    const { timeZone = null } = input;
    if (timeZone !== null) requireTimeZone(timeZone);
    const store = noticeStore(call.db);
    const before = await store.settings(accountId);
    const quiet = quietHours === undefined ? {} : keptQuietHours(quietHours);
    const after = { ...before, ...input, ...quiet };
    const { needsYou, holdEnding, domainLost } = input;
    // Also if it was on before: the person asks for it now.
    const asks = [needsYou, holdEnding, domainLost].includes(true);
    const noticesAskedAt = asks ? call.now : null;
    const repliesFrom = input.replyByMail === false ? call.now : null;
    const stop = await stopOf(call.db, {
      kind: "notice",
      recipient: accountId,
    });
    call.write(
      store.save(accountId, after, {
        updatedAt: call.now,
        noticesAskedAt,
        repliesFrom,
      }),
    );
    call.record({ chainId: accountId, type: "notifications.changed" });
    return presentNotifications(after, asks ? undefined : stop);
  },
});
