import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { parsePrice } from "../base/money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { notified } from "../conversations/model/audience.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { fund } from "../conversations/settlement/fund.ts";
import { partners } from "../conversations/settlement/price_ask.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { refuseClosed } from "../conversations/store/closed.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import { ServiceError } from "../errors/errors.ts";
import { PaidResult } from "./raise_price.ts";

/** Holds what a conversation in auth-required waits for. */
export const fundConversation = defineCommand({
  name: "fund_conversation",
  title: "Fund a conversation",
  description:
    "As the sender of a conversation in state auth-required, hold the price that is missing (see payment.requirements) from your balance: it is then sent, or work goes on for the raised price. To refuse a raised price, decline its checkpoint with svc.record_hil_decision instead.",
  access: MEMBER,
  scope: "payments:hold",
  input: closed({
    conversationId: ConversationId,
    price: Type.Optional({
      ...PriceInput,
      description:
        "The whole price that you agree to; refused if another is asked for. Whatever is asked for, if absent.",
    }),
  }),
  output: PaidResult,
  tool: { destructive: true, idempotent: false, openWorld: true },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, price }, call) {
    const { conversation, viewerState, me } = await loadForMember(
      call,
      conversationId,
    );
    if (me.role !== "sender") {
      throw new ServiceError("forbidden", {
        detail: "Cannot fund: only the sender may.",
      });
    }
    const agreed = price === undefined ? undefined : parsePrice(price);
    refuseClosed(call, conversation, "fund it");
    const after = await fund(
      call,
      nextVersion(call, conversation),
      agreed === undefined ? {} : { agreed },
    );
    const isSent = after.state === "submitted";
    save(call, conversation, after, {
      actor: me.position,
      notify: isSent ? notified(after, 0, null) : partners(after, me),
    });
    const mine = { ...viewerState, unread: false };
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
