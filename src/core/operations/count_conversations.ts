import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed, integer, nullable, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { FIRST_PLACE } from "../conversations/acts/store/store.ts";
import { countViews } from "../conversations/acts/store/views_store.ts";
import { listRows } from "../conversations/read/lists/list.ts";

const Total = closed(
  { total: integer("Number of conversations.") },
  { description: "Conversations in this view." },
);

/** Counts the conversations of each view, so that a client need not list them. */
export const countConversations = defineQuery({
  name: "count_conversations",
  title: "Count conversations",
  description:
    "Count the conversations in each view, and the unread ones in the inbox. updatedAt is when any of them last changed.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({}),
  output: closed({
    inbox: closed(
      {
        ...Total.properties,
        unread: integer("How many are unread."),
      },
      { description: "Conversations in this view." },
    ),
    sent: Total,
    drafts: Total,
    archive: Total,
    needs_you: closed(
      {
        ...Total.properties,
        money: integer("Of them: to accept, sign for or give back."),
        approvals: integer("Of them: to approve."),
        replies: integer("Of them: to answer."),
      },
      { description: "Conversations in this view, and in its sections." },
    ),
    payments: Total,
    requests: Total,
    waiting: Total,
    snoozed: Total,
    updatedAt: nullable(
      timestamp("When one of them last changed; null if there are none."),
    ),
  }),
  takesTurns: true,
  async run(_input, call) {
    const { db, member } = call;
    const counts = await countViews(db)(member.accountId);
    const page = { after: FIRST_PLACE, limit: 1 };
    const [newest] = (await listRows(call, page)).rows;
    return {
      inbox: { total: counts.inbox, unread: counts.unread },
      sent: { total: counts.sent },
      drafts: { total: counts.drafts },
      archive: { total: counts.archive },
      needs_you: {
        total: counts.needsYou,
        money: counts.money,
        approvals: counts.approvals,
        replies: counts.replies,
      },
      payments: { total: counts.payments },
      requests: { total: counts.requests },
      waiting: { total: counts.waiting },
      snoozed: { total: counts.snoozed },
      updatedAt: newest ? showTime(newest.updatedAt) : null,
    };
  },
});
