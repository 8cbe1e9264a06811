import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { Called } from "./messages.ts";
import { Author, Words } from "./messages.ts";
import { telling } from "./presentation.ts";

/** A dispute, with the numbers that stand or were taken. */
export const DisputeForm = closed({
  status: Word("code"),
  about: Word("code"),
  reason: Word("code"),
  amount: Word("amount"),
  splits: Type.Array(
    closed({
      number: Type.Integer(),
      by: Author,
      return: Word("amount"),
      text: Type.Optional(Words),
      evidence: Type.Optional(Type.Array(Word("id"))),
      status: Word("code"),
    }),
  ),
  arbiterAt: Type.Optional(Word("time")),
  ruleBy: Type.Optional(Word("time")),
  returnsAt: Type.Optional(Word("time")),
  returned: Type.Optional(Word("amount")),
  released: Type.Optional(Word("amount")),
  ruling: Type.Optional(Words),
});

/** The dispute of a thread in short; undefined without one. */
export function disputeOf({ terms }: ConversationView, called: Called) {
  const dispute = terms?.dispute;
  if (!dispute) return undefined;
  const { outcome } = dispute;
  return {
    status: dispute.status,
    about: dispute.about,
    reason: dispute.reason,
    amount: dispute.amount.amount,
    splits: dispute.splits
      .filter(({ status }) => status === "open" || status === "taken")
      .map((it) => ({
        number: it.number,
        by: called(it.by),
        return: it.return.amount,
        ...telling({
          text: it.text,
          evidence: it.evidence.length > 0 ? it.evidence : undefined,
        }),
        status: it.status,
      })),
    ...telling({
      arbiterAt: dispute.arbiterAt,
      ruleBy: dispute.ruleBy,
      returnsAt: dispute.returnsAt,
      returned: outcome?.return.amount,
      released: outcome?.release.amount,
      ruling: outcome?.text,
    }),
  };
}
