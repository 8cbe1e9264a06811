import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  codeText,
  flag,
  integer,
  money,
  string,
  timestamp,
} from "../../base/schemas.ts";
import { CHAIN_ACTS } from "../../payments/model.ts";
import { ActorSchema } from "./part_schemas.ts";

/** A record for a viewer: whole, or only what keeps the chain verifiable. */
export const AuditRecordSchema = Type.Object(
  {
    seq: integer("Number of the record in its chain, from 1."),
    hash: Word("digest", "SHA-256 of the record, as hex."),
    prevHash: Word(
      "digest",
      "Hash of the record before; 64 zeros for the first.",
    ),
    bodyHash: Word("digest", "SHA-256 of the line of the record, in RFC 8785."),
    commit: Type.Optional(
      closed({
        entries: integer(
          "How many of these one commit made; this is the last.",
        ),
        head: Word("digest", "SHA-256 of what they share, in RFC 8785."),
        inner: Word("digest", "SHA-256 of the parts no one is shown."),
      }),
    ),
    type: codeText("The event; redacted if the body isn't for you."),
  },
  { additionalProperties: true },
);

/** The actor of a record; for its own account also the proof of the actor's commitment. */
export const RecordActorsSchema = Type.Array(
  closed({
    seq: integer("The record."),
    ...ActorSchema.properties,
    salt: Type.Optional(
      Word(
        "digest",
        "Proof of the commitment to the actor; only for your own account.",
      ),
    ),
  }),
  { description: "Who each record is by that you may read." },
);

export const AuditHeadSchema = closed({
  hash: Word("digest", "SHA-256 of the record, as hex."),
  seq: integer("Number of the record in its chain, from 1."),
});

/** The origin of an imported conversation. */
export const ImportedSchema = closed(
  {
    importId: Word("id", "Id of the import."),
    service: Word("address", "Host of the service that its archive names."),
    address: Word("address", "The address there whose archive it was."),
    conversationId: Word("id", "Its id there."),
    exportedAt: timestamp("When it was exported, as the archive says."),
    importedAt: timestamp("When the operator imported it."),
    logKey: Word(
      "digest",
      "The key of the log that the archive was verified with.",
    ),
    logSize: integer("The size of that log in its newest checkpoint."),
    keyKnown: flag(
      "True if the operator knew that key from elsewhere; false if only the archive names it, which proves that one key signed it all, but not whose.",
    ),
  },
  {
    description:
      "Present on imported, read-only history from another service. Everyone in it is as the archive says; none of them are accounts here.",
  },
);

/** The final outcome of a movement of a price on a chain. */
const SettlementSchema = closed({
  act: Type.Enum([...CHAIN_ACTS], {
    description:
      "Held in escrow, paid to the payee, returned to the payer, or given back.",
  }),
  amount: money("The amount."),
  success: flag("False if the chain refused it: nothing moved."),
  network: Word("code", "The chain, such as eip155:84532."),
  wallet: Type.Optional(
    Word("address", "Whose tokens: the payer's, of a refund the payee's."),
  ),
  transactions: Type.Array(Word("digest"), {
    description: "The service's transactions; none if someone else's did it.",
  }),
  problem: Type.Optional(string("Why the chain refused it.")),
  at: timestamp("When the service learned that it is final."),
});

/** All of them, as shown in a payment. */
export const SettlementsSchema = Type.Array(SettlementSchema, {
  description:
    "Final movements on the chain, in order; for the payer and the payee.",
  // The movements that wallets signed, and the one end of the hold.
  maxItems: LIMITS.chainSignedOfPaymentMax + 3,
});

/** The pending movement of a price on a chain. */
export const OnItsWaySchema = Type.Enum([...CHAIN_ACTS], {
  description: "Movement that isn't final on the chain yet; absent if none.",
});

/** The way of a payer to what another service holds. */
export const ReclaimSchema = closed(
  {
    at: timestamp("When the payer can take it back alone."),
    to: Word("address", "The escrow's contract."),
    data: Word("digest", "The call of it by the payer's wallet, as hex."),
    text: Word("sentence", "The same in words."),
  },
  {
    description:
      "For the payer of a price that another service holds: how they get it back if that service does nothing; absent once the escrow has ended it.",
  },
);

/** The payer's last request for a refund. */
export const RefundRequestSchema = closed(
  {
    amount: money("The amount asked for."),
    reason: Type.Optional(string("Reason, in the payer's words.")),
    outcome: Type.Enum(["open", "approved", "declined", "expired"], {
      description: "The outcome; open waits for the payee.",
    }),
    at: timestamp("When it was asked for."),
    by: Type.Optional(timestamp("Until when the payee can answer it.")),
    comment: Type.Optional(string("The payee's answer.")),
  },
  {
    description:
      "The payer's last refund request, for the payer and the payee.",
  },
);
