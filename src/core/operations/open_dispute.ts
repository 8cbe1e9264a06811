import { Type } from "typebox";
import { MEMBER_OR_GUEST } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, filled, PriceInput } from "../base/schemas.ts";
import { cleanText } from "../base/text.ts";
import { raiseDispute } from "../conversations/acts/disputes/dispute.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { DisputeReasonSchema } from "../conversations/model/terms/dispute_schema.ts";
import { toldToOthers } from "../conversations/model/terms/disputed.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** The words of a side, and what they rest on. */
export const SAID = {
  text: filled(
    "Your words, for the other side and the arbiter.",
    LIMITS.reasonCharsMax,
  ),
  evidence: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.idCharsMax }), {
      description:
        "Ids of messages and files that both sides can read, and numbers of audit records.",
      maxItems: LIMITS.evidenceMax,
    }),
  ),
};

/** Opens a dispute about a price. */
export const openDispute = definePaidAct({
  ...CALLABLE.openDispute,
  description:
    "As the sender who paid, dispute a held price whose release condition is met: it is frozen until the two agree on a split, the arbiter decides, or the hold ends and everything goes back. After a release, until payment.refundBefore, it is a claim that the payee answers by a refund. Before the condition is met, cancel instead.",
  access: MEMBER_OR_GUEST,
  input: closed({
    conversationId: ConversationId,
    reason: DisputeReasonSchema,
    ...SAID,
    return: Type.Optional({
      ...PriceInput,
      description: "What should go back; everything if absent.",
    }),
  }),
  tool: { destructive: false, idempotent: false, openWorld: false },
  act: ({ reason, text, evidence = [], ...input }) => ({
    names: evidence,
    async run({ call, next, me }) {
      const returned =
        input.return === undefined
          ? undefined
          : parseAmount(input.return, "/return");
      const said = { text: cleanText(text).trim(), evidence };
      const after = await raiseDispute(call, next, me, {
        ...{ reason, returned, ...said },
      });
      return toldToOthers(after, me.position);
    },
  }),
});
