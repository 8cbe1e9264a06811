import { Type } from "typebox";
import { defineQuery, MEMBER_OR_GUEST } from "../access/operation.ts";
import { addressStore } from "../addresses/store.ts";
import { offerNotFound } from "../agents/offers/offers_of.ts";
import { orderReceipt, orderUrl } from "../agents/offers/order_payment.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed, described, flag } from "../base/schemas.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { StateSchema } from "../conversations/model/schemas.ts";
import { PAYMENT_STATUSES } from "../payments/model.ts";

/** Tells how an order stands, for the programs of buyers. */
export const getOrder = defineQuery({
  name: "get_order",
  title: "Read an order",
  description:
    "Read how an order stands: its state, its payment on the chain, and once it is paid out the receipt in the form of x402.",
  access: MEMBER_OR_GUEST,
  scope: "conversations:read",
  input: closed({ conversationId: ConversationId }),
  output: closed({
    taskId: Word("id", "Its id: the conversation's."),
    offerId: Word("skill", "The offer that it orders."),
    resourceUrl: Word("link", "Where it was ordered."),
    state: described(StateSchema, "Its state now."),
    payment: Type.Enum([...PAYMENT_STATUSES, "none"], {
      description: "The status of its price.",
    }),
    pending: flag("True while its payment is on its way on the chain."),
    conversation: Word("link", "The conversation, with all that was sent."),
    payer: Type.Optional(Word("address", "The wallet that paid.")),
    transactions: Type.Array(Word("digest"), {
      description: "The transactions on the chain, in order.",
    }),
    extensions: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            "Once it is paid out: the receipt of x402, as offer-receipt.",
        },
      ),
    ),
  }),
  async run({ conversationId }, call) {
    const { conversation } = await loadForMember(call, conversationId);
    const { order, state, payment, receipt } = conversation;
    if (!order) throw offerNotFound();
    const { sellerId, offerId } = order;
    const seller = await addressStore(call.db).ofAccount(sellerId);
    const localPart = seller?.localPart ?? sellerId;
    const resourceUrl = orderUrl(call.settings, localPart, offerId);
    const done = (payment?.settlements ?? []).filter((it) => !it.problem);
    const { wallet: payer, network } =
      done.find(({ act }) => act === "hold") ?? {};
    const [transaction] =
      done.find(({ act }) => act === "capture")?.transactions ?? [];
    const isPaid = payment?.status === "released" && receipt !== null;
    return {
      ...{ taskId: conversationId, offerId, resourceUrl, state },
      payment: payment?.status ?? ("none" as const),
      pending: payment?.pendingAt != null,
      conversation: `${call.settings.baseUrl}/v1/conversations/${conversationId}`,
      ...(payer && { payer }),
      transactions: done.flatMap(({ transactions }) => transactions),
      ...(isPaid &&
        payer &&
        network && {
          extensions: {
            "offer-receipt": {
              info: {
                receipt: await orderReceipt(call, {
                  ...{ resourceUrl, network, payer, transaction },
                  signedAt: Date.parse(receipt.signedAt),
                }),
              },
            },
          },
        }),
    };
  },
});
