import { Type } from "typebox";
import { noticeStore } from "../mail/notice_store.ts";
import { NotificationsSchema } from "../mail/schemas.ts";
import { defineCommand, SESSION } from "../operation.ts";

/** Changes what the person hears by mail. */
export const updateNotifications = defineCommand({
  name: "update_notifications",
  title: "Change your notifications",
  description:
    "Change what you hear of by mail, and what your invites say. A field that is left out stays as it is.",
  access: SESSION,
  input: Type.Partial(NotificationsSchema, { additionalProperties: false }),
  output: NotificationsSchema,
  chains: (_input, { member }) => [member.accountId],
  async run(input, call) {
    const { accountId } = call.member;
    const store = noticeStore(call.db);
    const before = await store.settings(accountId);
    const after = { ...before, ...input };
    call.write(store.save(accountId, after, call.now));
    call.record({ chainId: accountId, type: "notifications.changed" });
    return after;
  },
});
