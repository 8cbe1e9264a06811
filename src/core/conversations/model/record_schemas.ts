import { Type } from "typebox";
import { closed, integer, string } from "../../base/schemas.ts";
import { ActorSchema } from "./part_schemas.ts";

/** A record as a viewer sees it: whole, or only what keeps the chain verifiable. */
export const AuditRecordSchema = Type.Object(
  {
    seq: integer("Number of the record in its chain, from 1."),
    hash: string("SHA-256 of the record, as hex."),
    prevHash: string("Hash of the record before; 64 zeros for the first."),
    bodyHash: string("SHA-256 of the RFC 8785 body."),
    type: string("What happened; redacted if the body is not for you."),
  },
  { additionalProperties: true },
);

/** Who a record is by; to its own account also what proves the actor's commitment. */
export const RecordActorsSchema = Type.Array(
  closed({
    seq: integer("The record."),
    ...ActorSchema.properties,
    salt: Type.Optional(
      string(
        "What proves the commitment to the actor; only for your own account.",
      ),
    ),
  }),
  { description: "Who each record is by that you may read." },
);

export const AuditHeadSchema = closed({
  hash: string("SHA-256 of the record, as hex."),
  seq: integer("Number of the record in its chain, from 1."),
});
