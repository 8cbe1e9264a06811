import { Type } from "typebox";
import { nextVersion } from "../conversations/change.ts";
import { loadForMember, refuseClosed } from "../conversations/load.ts";
import { present } from "../conversations/present.ts";
import {
  partners,
  raisePrice as raise,
  refuseOthers,
} from "../conversations/raise.ts";
import { save } from "../conversations/save.ts";
import {
  ConversationSchema,
  PaymentSchema,
  StateSchema,
} from "../conversations/schemas.ts";
import { parsePrice } from "../money.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { ConversationId, closed, PriceInput } from "../schemas.ts";

/** Result of what changes a conversation's payment. */
export const PaidResult = closed({
  conversationId: Type.String(),
  state: StateSchema,
  payment: PaymentSchema,
  conversation: ConversationSchema,
});

/** Asks the sender for a higher price. */
export const raisePrice = defineCommand({
  name: "raise_price",
  title: "Raise the price",
  description:
    "As the payee of a conversation that you work on, ask the sender for a higher price: what is held stays held, the state becomes auth-required, and the sender funds the rest or declines. Send the price that is held now to take an open request back.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId, price: PriceInput }),
  output: PaidResult,
  tool: { destructive: false, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, price }, call) {
    const { conversation, seat, me } = await loadForMember(
      call,
      conversationId,
    );
    refuseOthers(conversation, me, "raise the price");
    const wanted = parsePrice(price);
    refuseClosed(call, conversation, "raise the price");
    const next = nextVersion(call, conversation);
    const after = await raise(call, next, me, wanted);
    const isRepeat = after === next;
    if (!isRepeat) {
      const notify = partners(after, me);
      save(call, conversation, after, { actor: me.position, notify });
    }
    const shown = isRepeat
      ? present(call.settings, conversation, seat)
      : present(call.settings, after, { ...seat, unread: false });
    const { state } = after;
    return {
      conversationId,
      state,
      payment: shown.payment,
      conversation: shown,
    };
  },
});
