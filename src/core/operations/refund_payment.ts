import type { Static } from "typebox";
import { Type } from "typebox";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import type { MicroUsdc } from "../base/money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { heardReturn } from "../conversations/acts/funding/hear_payment.ts";
import { partners } from "../conversations/acts/funding/price_ask.ts";
import { refuseOthers } from "../conversations/acts/funding/raise.ts";
import { refund } from "../conversations/acts/funding/refund.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { PaidResult } from "../conversations/read/projection/paid_act.ts";

/** Refunds a released price to the sender. */
export const refundPayment = definePreparedCommand({
  ...CALLABLE.refund,
  description:
    "As the payee, refund a released price to the sender, in whole or in part, until payment.refundBefore. It is taken from your balance; the service's fee isn't returned. Partial refunds add up; without an amount, everything left goes back.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    amount: Type.Optional({
      ...PriceInput,
      description: "Amount above zero; everything left if absent.",
    }),
    payment: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            "On rail x402: the x402 v2 PaymentPayload signed by your wallet, straight to the wallet that paid.",
        },
      ),
    ),
  }),
  output: PaidResult,
  tool: { destructive: true, idempotent: false, openWorld: true },
  prepare: ({ conversationId, amount, payment }, call) =>
    heardReturn(call, conversationId, {
      ...{ wanted: wantedOf(amount), payload: payment },
    }),
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId, amount, payment }, call, heard) =>
    withPayment(
      await act(call, conversationId, {
        async run({ call, before, next, me }) {
          refuseOthers(before, me, told`refund`);
          const wanted = wantedOf(amount);
          // All is already refunded: repeating the same request changes nothing.
          if (wanted === undefined && before.payment?.status === "refunded") {
            return { after: before };
          }
          const after = await refund(call, next, me, {
            ...{ wanted, payload: payment, heard },
          });
          return { after, notify: partners(after, me) };
        },
      }),
    ),
});

function wantedOf(
  amount: Static<typeof PriceInput> | undefined,
): MicroUsdc | undefined {
  return amount === undefined ? undefined : parseAmount(amount, "/amount");
}
