import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { proveHeads } from "../audit/log/prove.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { frameForMember } from "../conversations/acts/store/load.ts";
import { seesDispute } from "../conversations/model/terms/disputed.ts";
import { ServiceError } from "../errors/errors.ts";
import { evidenceParts } from "../exports/evidence.ts";

/** Reads the evidence about a dispute as one archive. */
export const getDisputeEvidence = defineQuery({
  name: "get_dispute_evidence",
  title: "Download the evidence of a dispute",
  description:
    "Download all that you can read of a disputed conversation as a ZIP: messages, files, terms, receipts, payment and audit records with their proof. node verify.mjs checks it without the service.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({ conversationId: ConversationId }),
  output: closed({ parts: Type.Unsafe<AsyncGenerator<Uint8Array>>({}) }),
  async run({ conversationId }, call) {
    const what = told`read the evidence`;
    requireScope(call.member, "conversations:read", what);
    const { conversation, me } = await frameForMember(call, conversationId);
    if (!conversation.terms?.dispute || !seesDispute(conversation, me)) {
      throw new ServiceError("not_found", {
        detail: told`Cannot ${what}: you have no part in a dispute here.`,
      });
    }
    const [proven] = await proveHeads(call, [conversationId]);
    if (!proven) {
      throw new ServiceError("unavailable", {
        detail: told`Cannot ${what} yet: the log gets the records of a new conversation within a minute.`,
      });
    }
    return { parts: evidenceParts(call, conversationId) };
  },
});
