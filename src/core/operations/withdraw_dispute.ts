import { defineCommand, MEMBER_OR_GUEST } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { takeBackDispute } from "../conversations/acts/disputes/dispute.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { toldToOthers } from "../conversations/model/terms/disputed.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { PaidResult } from "./raise_price.ts";

/** Takes a dispute back. */
export const withdrawDispute = defineCommand({
  ...CALLABLE.withdrawDispute,
  description:
    "As the sender who opened it, take a dispute back. Nothing is frozen any more, and the payee can sign the receipt.",
  access: MEMBER_OR_GUEST,
  input: closed({ conversationId: ConversationId }),
  output: PaidResult,
  tool: { destructive: false, idempotent: false, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId }, call) =>
    withPayment(
      await act(call, conversationId, {
        run({ call, next, me }) {
          const after = takeBackDispute(call, next, me);
          return toldToOthers(after, me.position);
        },
      }),
    ),
});
