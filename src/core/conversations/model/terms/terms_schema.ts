import { Type } from "typebox";
import { Word } from "../../../base/own_words.ts";
import {
  closed,
  described,
  integer,
  money,
  nullable,
  string,
  timestamp,
} from "../../../base/schemas.ts";
import { ReleaseSchema } from "../payment_schema.ts";
import { PROPOSAL_STATUSES } from "./proposal.ts";

/** Terms that one side proposed, as the two sides see them. */
export const ProposalSchema = closed({
  proposalId: Word("id", "Id of the proposal."),
  by: Word("address", "Address of the side that proposed it."),
  price: money("The price that it proposes."),
  release: described(ReleaseSchema, "The release condition with it."),
  note: Type.Optional(string("The proposer's words.")),
  at: timestamp("When it was proposed."),
  validUntil: timestamp("Until when it can be accepted."),
  dueAt: Type.Optional(
    timestamp("Until when the condition would have to be met."),
  ),
  status: Type.Enum([...PROPOSAL_STATUSES], {
    description: "open until it is answered, replaced or out of time.",
  }),
  previous: nullable(
    Word("digest", "SHA-256 of the jws before it; null for the first."),
  ),
  jws: Word(
    "digest",
    "EdDSA over the RFC 8785 form of its terms without the note; keys at /.well-known/jwks.json.",
  ),
});

/** The terms of a conversation beside its price. */
export const TermsSchema = closed({
  offerId: Type.Optional(
    Word("skill", "The offer that it orders; absent if it orders none."),
  ),
  offer: Type.Optional(
    closed(
      {
        version: integer("Its version then."),
        title: string("Its title."),
        output: Type.Array(Word("mediaType"), {
          description: "Media types of the result.",
        }),
      },
      { description: "The offer as it was ordered." },
    ),
  ),
  input: Type.Optional(
    Type.Unknown({ description: "The order's input; absent if none." }),
  ),
  acceptBy: Type.Optional(
    timestamp("Until when it can be accepted; then it ends."),
  ),
  acceptWithin: Type.Optional(
    Word("own", "The same as an ISO 8601 duration from the submit on."),
  ),
  deliverBy: Type.Optional(timestamp("The date that the sender asked for.")),
  deliverWithin: Type.Optional(
    Word("own", "How long the work may take from the acceptance on, ISO 8601."),
  ),
  dueAt: Type.Optional(
    timestamp(
      "Until when the condition has to be met: set at the acceptance. Then a held price goes back.",
    ),
  ),
  proposals: Type.Optional(
    Type.Array(ProposalSchema, {
      description:
        "Proposals of either side, newest last; only the two see them, and lists leave them out.",
    }),
  ),
  agreedId: Type.Optional(
    Word("id", "The proposalId that both agreed on; absent before."),
  ),
});
