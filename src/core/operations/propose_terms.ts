import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { parsePrice } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  closed,
  described,
  PriceInput,
  string,
} from "../base/schemas.ts";
import { cleanText } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { findArbiter } from "../conversations/acts/disputes/name_arbiter.ts";
import {
  otherSide,
  readTimes,
} from "../conversations/acts/funding/proposals.ts";
import { propose } from "../conversations/acts/funding/propose.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { ArbiterInput } from "../conversations/model/inputs.ts";
import { ProposalSchema } from "../conversations/model/terms/terms_schema.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { PaidResult } from "../conversations/read/projection/paid_act.ts";
import { presentProposal } from "../conversations/read/projection/present_terms.ts";
import { PRICE_RELEASES } from "../payments/model.ts";

/** The result of proposing terms. */
const ProposedResult = closed({
  ...PaidResult.properties,
  proposal: described(ProposalSchema, "Your proposal."),
});

/** Proposes a price and its condition to the other side, until something is held. */
export const proposeTerms = defineCommand({
  ...CALLABLE.propose,
  description:
    "Propose a price to the other side of a request for which nothing is held: as its recipient what you ask for, as its sender what you offer. It replaces your earlier proposal. Accepted by the sender, the price is held at once; accepted by the recipient, the sender is asked to pay. Once a price is held use svc.raise_price instead.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    price: Type.Optional({
      ...PriceInput,
      description: "The whole price; as it stands if absent.",
    }),
    release: Type.Optional(
      Type.Enum([...PRICE_RELEASES], {
        description: "The release condition; as it stands if absent.",
      }),
    ),
    note: Type.Optional(
      string("Your words with it, for the other side.", LIMITS.reasonCharsMax),
    ),
    validUntil: string(
      `Until when it can be accepted, such as 2030-01-31T12:00:00Z; ${LIMITS.proposalDaysMax} days at most.`,
      40,
    ),
    dueAt: Type.Optional(
      string(
        "Until when the condition has to be met, or the held price goes back; as it stands if absent.",
        40,
      ),
    ),
    arbiter: ArbiterInput,
  }),
  output: ProposedResult,
  // As a tool it also accepts, which holds money.
  tool: { destructive: true, idempotent: false, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, price, release, note, arbiter, ...times }, call) {
    return withPayment(
      await act(call, conversationId, {
        async run({ call, before, next, me }) {
          refuseClosed(call, before, told`propose terms`);
          const wanted = {
            price: price === undefined ? undefined : parsePrice(price),
            release,
            note: cleanText(note ?? "").trim(),
            ...readTimes(call, times),
            ...(arbiter !== undefined && {
              arbiter:
                arbiter === null
                  ? null
                  : await findArbiter(call, next, arbiter),
            }),
          };
          const { after, made } = await propose(call, next, me, wanted);
          const proposal = presentProposal(after, made, call.now);
          return { after, notify: [otherSide(after, me).position], proposal };
        },
      }),
    );
  },
});
