import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  described,
  flag,
  nullable,
} from "../base/schemas.ts";
import { frameForMember } from "../conversations/acts/store/load.ts";
import {
  AuditHeadSchema,
  AuditRecordSchema,
  RecordActorsSchema,
} from "../conversations/model/record_schemas.ts";
import { readAuditPage } from "../conversations/read/projection/audit_view.ts";

/** Reads the audit chain of a conversation. */
export const readAudit = defineQuery({
  name: "read_audit",
  title: "Read the audit chain",
  description:
    "Read the append-only, hash-linked audit records of a conversation, oldest first. Pass your last hash as after to continue.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({
    conversationId: ConversationId,
    after: Type.Optional(
      Type.String({
        description: "Hash of the last record you have.",
        pattern: "^[0-9a-f]{64}$",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.auditPageMax }),
    ),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    records: Type.Array(AuditRecordSchema, {
      description: "One page of records, in order.",
    }),
    actors: described(RecordActorsSchema, "The author of each record."),
    head: described(AuditHeadSchema, "The chain's head."),
    nextAfter: nullable(
      Word(
        "digest",
        "Pass it as after for the next page; null after the last.",
      ),
    ),
    hasMore: flag("True if there are more."),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  async run({ conversationId, after, limit }, call) {
    const loaded = await frameForMember(call, conversationId);
    const page = await readAuditPage(call, loaded, {
      after,
      limit: limit ?? LIMITS.auditPageDefault,
    });
    return { conversationId, ...page };
  },
});
