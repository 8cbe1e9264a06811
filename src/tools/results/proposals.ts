import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { ReleaseSchema } from "../../core/conversations/model/payment_schema.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import type { Called } from "./messages.ts";
import { Author, Words } from "./messages.ts";
import { telling } from "./presentation.ts";

/** The proposals that can be accepted, and the one that was. */
export const ProposalsForm = Type.Array(
  closed({
    proposalId: Word("id"),
    by: Author,
    price: Word("amount"),
    release: ReleaseSchema,
    note: Type.Optional(Words),
    dueAt: Type.Optional(Word("time")),
    status: Word("code"),
    reason: Type.Optional(Words),
    validUntil: Type.Optional(Word("time")),
  }),
);

/** The steps of a price. */
export const MilestonesForm = Type.Array(
  closed({
    milestoneId: Word("id"),
    title: Type.String(),
    amount: Word("amount"),
    release: ReleaseSchema,
    state: Word("code"),
    dueAt: Type.Optional(Word("time")),
    overdue: Type.Optional(Type.Literal(true)),
  }),
);

export function stepsOf({ terms }: ConversationView) {
  return terms?.milestones?.map(
    ({ milestoneId, title, amount, release, state, dueAt, overdue }) => ({
      ...{ milestoneId, title, amount: amount.amount, release, state },
      ...telling({ dueAt, overdue }),
    }),
  );
}

/** The proposals that a model can act on, and a newest one that was declined. */
export function negotiated({ terms }: ConversationView, called: Called) {
  return terms?.proposals
    ?.filter(
      ({ status }, at, { length }) =>
        status === "open" ||
        status === "accepted" ||
        (status === "declined" && at === length - 1),
    )
    .map((it) => ({
      proposalId: it.proposalId,
      by: called(it.by),
      price: it.price.amount,
      release: it.release,
      ...telling({ note: it.note, dueAt: it.dueAt }),
      status: it.status,
      ...telling({ reason: it.reason }),
      ...(it.status === "open" && { validUntil: it.validUntil }),
    }));
}
