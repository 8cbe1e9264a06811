import { Type } from "typebox";
import { requireScope } from "../access.ts";
import { readAuditPage } from "../conversations/audit_view.ts";
import { loadForMember } from "../conversations/load.ts";
import { presentTo } from "../conversations/present_to.ts";
import { ConversationReadSchema } from "../conversations/schemas.ts";
import { LIMITS } from "../limits.ts";
import { defineQuery, SEATED } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";

/** Reads one conversation as the caller may see it. */
export const getConversation = defineQuery({
  name: "get_conversation",
  title: "Read a conversation",
  description:
    "Read one conversation with its messages, participants, artifacts, payment, open checkpoints and state. includeAudit adds the hash-linked audit records, which need the scope audit:read.",
  access: SEATED,
  scope: "conversations:read",
  input: closed({
    conversationId: ConversationId,
    includeAudit: Type.Optional(
      Type.Boolean({ description: "Also return the audit chain." }),
    ),
  }),
  output: ConversationReadSchema,
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ conversationId, includeAudit }, call) {
    if (includeAudit) {
      requireScope(call.member, "audit:read", "include the audit records");
    }
    const seated = await loadForMember(call, conversationId);
    const view = await presentTo(call, seated.conversation, seated.seat);
    const audit = includeAudit
      ? await readAuditPage(call, seated, { limit: LIMITS.auditPageMax })
      : undefined;
    const { records = [], actors = [], head } = audit ?? {};
    return {
      conversationId,
      contextId: view.contextId,
      conversation: view,
      messages: view.messages,
      state: view.state,
      ...(head && { audit: { records, actors, head } }),
    };
  },
});
