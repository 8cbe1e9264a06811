import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, Done } from "../base/schemas.ts";
import { firstChars } from "../base/text.ts";
import { queueRefusal } from "../mail/notices.ts";
import { outboxStore } from "../mail/outbox_store.ts";

/** Sends a mail that an answer was rejected: once for each, and only a few for a mail. */
export const tellRefusedAnswer = defineCommand({
  name: "tell_refused_answer",
  title: "Explain a refused reply",
  access: SYSTEM_ONLY,
  input: closed({
    outboxId: Type.String({ maxLength: LIMITS.idCharsMax }),
    messageId: Type.String(),
    why: Type.String(),
  }),
  output: Done,
  // It appends to no chain; the outbox numbers its rows.
  chains: () => [],
  async run({ outboxId, messageId, why }, call) {
    const answered = await outboxStore(call.db).find(outboxId);
    if (!answered) return { done: false };
    const reason = firstChars(why, LIMITS.commentCharsMax);
    return { done: await queueRefusal(call, answered, { messageId, reason }) };
  },
});
