import { MEMBER } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { cleanText } from "../base/text.ts";
import { rule } from "../conversations/acts/disputes/ruling.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { toldToOthers } from "../conversations/model/terms/disputed.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";
import { SAID } from "./open_dispute.ts";

/** Decides a dispute as its arbiter. */
export const ruleDispute = definePaidAct({
  ...CALLABLE.ruleDispute,
  description:
    "As the arbiter that the two sides named, once you are asked: decide how much goes back to the sender. The rest is paid to the payee, at once, and the conversation ends.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    return: {
      ...PriceInput,
      description: "How much goes back to the sender; 0 for nothing.",
    },
    text: SAID.text,
  }),
  tool: { destructive: true, idempotent: false, openWorld: false },
  act: ({ text, ...input }) => ({
    async run({ call, next, me }) {
      const after = await rule(call, next, me, {
        returned: parseAmount(input.return, "/return"),
        text: cleanText(text).trim(),
      });
      return toldToOthers(after, me.position);
    },
  }),
});
