import { Type } from "typebox";
import { MEMBER } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, PriceInput, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { askRefund } from "../conversations/acts/funding/ask_refund.ts";
import { partners } from "../conversations/acts/funding/price_ask.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** Asks the payee to refund a released price. */
export const requestRefund = definePaidAct({
  ...CALLABLE.askRefund,
  description:
    "As the sender who paid, ask the payee to refund a released price, in whole or in part, until payment.refundBefore. Nothing moves until the payee agrees; see payment.refundRequest for the outcome.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    amount: Type.Optional({
      ...PriceInput,
      description: "Amount above zero; everything left if absent.",
    }),
    reason: Type.Optional(
      string("Reason, shown to the payee.", LIMITS.reasonCharsMax),
    ),
  }),
  tool: { destructive: false, idempotent: false, openWorld: false },
  act: ({ amount, reason }) => ({
    async run({ call, next, me }) {
      const wanted =
        amount === undefined ? undefined : parseAmount(amount, "/amount");
      const after = await askRefund(call, next, me, {
        wanted,
        reason: cleanLine(reason ?? ""),
      });
      return { after, notify: partners(after, me) };
    },
  }),
});
