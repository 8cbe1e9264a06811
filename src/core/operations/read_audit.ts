import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, nullable } from "../base/schemas.ts";
import {
  AuditHeadSchema,
  AuditRecordSchema,
  RecordActorsSchema,
} from "../conversations/model/schemas.ts";
import { readAuditPage } from "../conversations/projection/audit_view.ts";
import { frameForMember } from "../conversations/store/load.ts";

/** Reads the audit chain of a conversation. */
export const readAudit = defineQuery({
  name: "read_audit",
  title: "Read the audit chain",
  description:
    "Read the append-only, hash-linked audit records of a conversation, oldest first. Pass the last hash you have as after to read on.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({
    conversationId: ConversationId,
    after: Type.Optional(
      Type.String({
        description: "Hash of the last record you already have.",
        pattern: "^[0-9a-f]{64}$",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.auditPageMax }),
    ),
  }),
  output: closed({
    conversationId: Type.String(),
    records: Type.Array(AuditRecordSchema),
    actors: RecordActorsSchema,
    head: AuditHeadSchema,
    nextAfter: nullable(Type.String()),
    hasMore: Type.Boolean(),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ conversationId, after, limit }, call) {
    const loaded = await frameForMember(call, conversationId);
    const page = await readAuditPage(call, loaded, {
      after,
      limit: limit ?? LIMITS.auditPageDefault,
    });
    return { conversationId, ...page };
  },
});
