import { Type } from "typebox";
import { MEMBER } from "../access/operation.ts";
import { parsePrice } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, PriceInput, string } from "../base/schemas.ts";
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
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** Asks the sender for a higher price. */
export const raisePrice = definePaidAct({
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
  tool: { destructive: false, idempotent: true, openWorld: false },
  act: ({ price, reason }) => ({
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
});
