import { Type } from "typebox";
import { MEMBER_OR_GUEST } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, PriceInput } from "../base/schemas.ts";
import { cleanText } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import {
  proposeSplit,
  takeSplit,
} from "../conversations/acts/disputes/split.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { toldToOthers } from "../conversations/model/terms/disputed.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";
import { invalid } from "../errors/field_errors.ts";
import { SAID } from "./open_dispute.ts";

/** Agrees to a number of the other side, or names another. */
export const answerDispute = definePaidAct({
  ...CALLABLE.answerDispute,
  description:
    "As one of the two sides of an open dispute, either agree to the other side's number with take, which settles it at once, or propose another split with return, which replaces your earlier number.",
  access: MEMBER_OR_GUEST,
  input: closed({
    conversationId: ConversationId,
    take: Type.Optional(
      Type.Integer({
        description: "The number in terms.dispute.splits to agree to.",
        minimum: 1,
        maximum: LIMITS.splitsMax,
      }),
    ),
    return: Type.Optional({
      ...PriceInput,
      description: "How much should go back to the sender; the rest is paid.",
    }),
    text: Type.Optional(SAID.text),
    evidence: SAID.evidence,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  act: ({ take, text, evidence = [], ...input }) => ({
    names: evidence,
    async run({ call, next, me }) {
      if ((take === undefined) === (input.return === undefined)) {
        const detail = told`send either take or return`;
        throw invalid("/take", "one_of", detail);
      }
      const after =
        take === undefined
          ? await proposeSplit(call, next, me, {
              returned: parseAmount(input.return ?? "", "/return"),
              text: cleanText(text ?? "").trim(),
              evidence,
            })
          : await takeSplit(call, next, me, take);
      return toldToOthers(after, me.position);
    },
  }),
});
