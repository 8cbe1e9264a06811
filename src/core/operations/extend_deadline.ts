import { MEMBER } from "../access/operation.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { moveDeadline } from "../conversations/acts/settlement/extend.ts";
import { notified } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** Gives the recipient more time for the work. */
export const extendDeadline = definePaidAct({
  ...CALLABLE.extendDeadline,
  description:
    "As the sender of work that is due, move dueAt to a later time; the recipient is told. A held price stays held as long as its rail can: a balance up to 90 days, a chain as long as the wallet signed.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    dueAt: string("The new deadline, such as 2030-01-31T12:00:00Z.", 40),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  act: ({ dueAt }) => ({
    run({ call, next, me }) {
      const after = moveDeadline(call, next, me, dueAt);
      return { after, notify: notified(after, me.position, null) };
    },
  }),
});
