import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { parsePrice } from "../base/money.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  closed,
  described,
  PriceInput,
} from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { refuseToAccept } from "../conversations/checkpoints/may_accept.ts";
import { PaymentSchema } from "../conversations/model/payment_schema.ts";
import {
  ConversationSchema,
  StateSchema,
} from "../conversations/model/schemas.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { partners } from "../conversations/settlement/price_ask.ts";
import {
  raisePriceTo as raise,
  refuseOthers,
} from "../conversations/settlement/raise.ts";
import { nextVersion } from "../conversations/store/change.ts";
import { refuseClosed } from "../conversations/store/closed.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";

/** Result of what changes a conversation's payment. */
export const PaidResult = closed({
  conversationId: Word(
    "id",
    "Id of the conversation; the same value is the A2A task id.",
  ),
  state: described(
    StateSchema,
    "Where the conversation is now (docs/states.md).",
  ),
  payment: described(PaymentSchema, "The price as it is now."),
  conversation: described(
    ConversationSchema,
    "The conversation as you see it.",
  ),
});

/** Asks the sender for a higher price. */
export const raisePrice = defineCommand({
  name: "raise_price",
  title: "Raise the price",
  description:
    "As the payee of a conversation that you work on, ask the sender for a higher price: what is held stays held, the state becomes auth-required, and the sender funds the rest or declines. Send the price that is held now to take an open request back.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({
    conversationId: ConversationId,
    price: PriceInput,
    reason: Type.Optional(
      Type.String({
        description: "Why, as the sender reads it when they decide.",
        maxLength: LIMITS.reasonCharsMax,
      }),
    ),
  }),
  output: PaidResult,
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, price, reason }, call) {
    const { conversation, viewerState, me } = await loadForMember(
      call,
      conversationId,
    );
    refuseOthers(conversation, me, "raise the price");
    const wanted = parsePrice(price);
    refuseClosed(call, conversation, "raise the price");
    await refuseToAccept(call, conversation, me);
    const next = nextVersion(call, conversation);
    const after = await raise(call, next, me, {
      price: wanted,
      reason: cleanLine(reason ?? ""),
    });
    const isRepeat = after === next;
    if (!isRepeat) {
      const notify = partners(after, me);
      save(call, conversation, after, { actor: me.position, notify });
    }
    const shown = isRepeat
      ? await presentTo(call, conversation, viewerState)
      : await presentTo(call, after, { ...viewerState, unread: false });
    const { state } = after;
    return {
      conversationId,
      state,
      payment: shown.payment,
      conversation: shown,
    };
  },
});
