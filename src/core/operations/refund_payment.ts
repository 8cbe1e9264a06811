import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { parseAmount } from "../base/money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { partners } from "../conversations/settlement/price_ask.ts";
import { refuseOthers } from "../conversations/settlement/raise.ts";
import { refund } from "../conversations/settlement/refund.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import { PaidResult } from "./raise_price.ts";

/** Gives a released price back to the sender. */
export const refundPayment = defineCommand({
  name: "refund_payment",
  title: "Refund a payment",
  description:
    "As the payee, give a released price back to the sender, or a part of it, until payment.refundBefore. It is taken from your balance; a fee of the service is not returned. Several partial refunds add up; without an amount everything that is left goes back.",
  access: MEMBER,
  scope: "payments:hold",
  input: closed({
    conversationId: ConversationId,
    amount: Type.Optional({
      ...PriceInput,
      description: "How much, above zero; all that is left if absent.",
    }),
  }),
  output: PaidResult,
  tool: { destructive: true, idempotent: false, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, amount }, call) {
    const { conversation, viewerState, me } = await loadForMember(
      call,
      conversationId,
    );
    refuseOthers(conversation, me, "refund");
    const wanted =
      amount === undefined ? undefined : parseAmount(amount, "/amount");
    // All is back already: a repeat of the same wish changes nothing.
    const isRepeat =
      wanted === undefined && conversation.payment?.status === "refunded";
    const after = isRepeat
      ? conversation
      : await refund(call, nextVersion(call, conversation), me, { wanted });
    if (!isRepeat) {
      const notify = partners(after, me);
      save(call, conversation, after, { actor: me.position, notify });
    }
    const mine = isRepeat ? viewerState : { ...viewerState, unread: false };
    const shown = await presentTo(call, after, mine);
    const { state } = after;
    return {
      conversationId,
      state,
      payment: shown.payment,
      conversation: shown,
    };
  },
});
