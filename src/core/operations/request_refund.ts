import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { parseAmount } from "../base/money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { askRefund } from "../conversations/settlement/ask_refund.ts";
import { partners } from "../conversations/settlement/price_ask.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import { PaidResult } from "./raise_price.ts";

/** Asks the payee to give a released price back. */
export const requestRefund = defineCommand({
  name: "request_refund",
  title: "Ask for a refund",
  description:
    "As the sender who paid, ask the payee to give a released price back, or a part of it, until payment.refundBefore. Nothing moves before the payee agrees; payment.refundRequest says what came of it.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    conversationId: ConversationId,
    amount: Type.Optional({
      ...PriceInput,
      description: "How much, above zero; all that is left if absent.",
    }),
    reason: Type.Optional(
      Type.String({
        description: "Why, for the payee to read.",
        maxLength: LIMITS.reasonCharsMax,
      }),
    ),
  }),
  output: PaidResult,
  tool: { destructive: false, idempotent: false, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, amount, reason }, call) {
    const { conversation, viewerState, me } = await loadForMember(
      call,
      conversationId,
    );
    const wanted =
      amount === undefined ? undefined : parseAmount(amount, "/amount");
    const after = await askRefund(call, nextVersion(call, conversation), me, {
      wanted,
      reason: cleanLine(reason ?? ""),
    });
    const notify = partners(after, me);
    save(call, conversation, after, { actor: me.position, notify });
    const shown = await presentTo(call, after, {
      ...viewerState,
      unread: false,
    });
    const { state } = after;
    return {
      conversationId,
      state,
      payment: shown.payment,
      conversation: shown,
    };
  },
});
