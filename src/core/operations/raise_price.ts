import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { parsePrice } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  described,
  PriceInput,
  string,
} from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { refuseToAccept } from "../conversations/acts/checkpoints/may_accept.ts";
import { partners } from "../conversations/acts/funding/price_ask.ts";
import {
  raisePriceTo as raise,
  refuseOthers,
} from "../conversations/acts/funding/raise.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { PaymentSchema } from "../conversations/model/payment_schema.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";

/** The result of changing a conversation's payment. */
export const PaidResult = closed({
  conversationId: ConversationIdWord,
  state: StateNow,
  payment: described(PaymentSchema, "The current price."),
  conversation: ConversationSeen,
});

/** Asks the sender for a higher price. */
export const raisePrice = defineCommand({
  ...CALLABLE.raise,
  description:
    "As the payee of a conversation you work on, ask the sender for a higher price. What is held stays held, the state becomes auth-required, and the sender funds the rest or declines. Send the currently held price to take back an open request.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    price: PriceInput,
    reason: Type.Optional(
      string(
        "Reason, shown to the sender when they decide.",
        LIMITS.reasonCharsMax,
      ),
    ),
  }),
  output: PaidResult,
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId, price, reason }, call) =>
    withPayment(
      await act(call, conversationId, {
        async run({ call, before, next, me }) {
          refuseOthers(before, me, told`raise the price`);
          const wanted = parsePrice(price);
          refuseClosed(call, before, told`raise the price`);
          await refuseToAccept(call, before, me);
          const after = await raise(call, next, me, {
            price: wanted,
            reason: cleanLine(reason ?? ""),
          });
          return { after, notify: partners(after, me) };
        },
      }),
    ),
});
