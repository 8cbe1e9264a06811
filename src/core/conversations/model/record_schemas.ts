import { Type } from "typebox";
import { Word } from "../../base/own_words.ts";
import { closed, codeText, integer } from "../../base/schemas.ts";
import { ActorSchema } from "./part_schemas.ts";

/** A record as a viewer sees it: whole, or only what keeps the chain verifiable. */
export const AuditRecordSchema = Type.Object(
  {
    seq: integer("Number of the record in its chain, from 1."),
    hash: Word("digest", "SHA-256 of the record, as hex."),
    prevHash: Word(
      "digest",
      "Hash of the record before; 64 zeros for the first.",
    ),
    bodyHash: Word("digest", "SHA-256 of the RFC 8785 body."),
    type: codeText("What happened; redacted if the body is not for you."),
  },
  { additionalProperties: true },
);

/** The actor of a record; for its own account also what proves the actor's commitment. */
export const RecordActorsSchema = Type.Array(
  closed({
    seq: integer("The record."),
    ...ActorSchema.properties,
    salt: Type.Optional(
      Word(
        "digest",
        "What proves the commitment to the actor; only for your own account.",
      ),
    ),
  }),
  { description: "Who each record is by that you may read." },
);

export const AuditHeadSchema = closed({
  hash: Word("digest", "SHA-256 of the record, as hex."),
  seq: integer("Number of the record in its chain, from 1."),
});
