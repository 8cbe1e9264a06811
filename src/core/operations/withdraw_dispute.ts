import { MEMBER_OR_GUEST } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { takeBackDispute } from "../conversations/acts/disputes/dispute.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { toldToOthers } from "../conversations/model/terms/disputed.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** Takes a dispute back. */
export const withdrawDispute = definePaidAct({
  ...CALLABLE.withdrawDispute,
  description:
    "As the sender who opened it, take a dispute back. Nothing is frozen any more, and the payee can sign the receipt.",
  access: MEMBER_OR_GUEST,
  input: closed({ conversationId: ConversationId }),
  tool: { destructive: false, idempotent: false, openWorld: false },
  act: () => ({
    run({ call, next, me }) {
      const after = takeBackDispute(call, next, me);
      return toldToOthers(after, me.position);
    },
  }),
});
