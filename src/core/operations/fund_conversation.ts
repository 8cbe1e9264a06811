import { Type } from "typebox";
import { definePreparedCommand, MEMBER } from "../access/operation.ts";
import { parsePrice } from "../access/parse_money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { fund } from "../conversations/acts/funding/fund.ts";
import { heardFunding } from "../conversations/acts/funding/hear_payment.ts";
import { partners } from "../conversations/acts/funding/price_ask.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { notified } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { SENDER } from "../conversations/model/model.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { PaidResult } from "../conversations/read/projection/paid_act.ts";
import { keepTaskPushOf, taskPushChains } from "../webhooks/task_push.ts";

/** Holds the amount that a conversation in auth-required waits for. */
export const fundConversation = definePreparedCommand({
  ...CALLABLE.fund,
  description:
    "As the sender of a conversation in state auth-required, hold the missing price (see payment.requirements) from your balance. It is then sent, or work continues for the raised price. To refuse a raised price, decline its checkpoint with svc.record_hil_decision instead.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    price: Type.Optional({
      ...PriceInput,
      description:
        "The whole price you agree to; refused if the price is different. Any price if absent.",
    }),
    payment: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            "On rail x402: the x402 v2 PaymentPayload signed by the payer's wallet.",
        },
      ),
    ),
  }),
  output: PaidResult,
  tool: { destructive: true, idempotent: false, openWorld: true },
  prepare: ({ conversationId, payment }, call) =>
    heardFunding(call, conversationId, payment),
  chains: ({ conversationId }, call) => [
    conversationId,
    ...taskPushChains(call),
  ],
  async run({ conversationId, price, payment }, call, heard) {
    const funded = withPayment(
      await act(call, conversationId, {
        verb: "funded",
        async run({ call, before, next, me }) {
          const agreed = price === undefined ? undefined : parsePrice(price);
          refuseClosed(call, before, told`fund it`);
          const after = await fund(call, next, {
            ...{ agreed, payload: payment, heard },
          });
          if (after.payment?.pendingAt) return { after, notify: [] };
          const isSent = after.state === "submitted";
          const notify = isSent
            ? notified(after, SENDER, null)
            : partners(after, me);
          return { after, notify };
        },
      }),
    );
    await keepTaskPushOf(call, funded.conversation);
    return funded;
  },
});
