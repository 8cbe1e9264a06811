import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, Done } from "../base/schemas.ts";
import { noteFlags } from "../conversations/acts/flags.ts";
import { saveWoken } from "../conversations/acts/save_flags.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";

/** Returns a snoozed conversation to its viewer at the time they chose. */
export const wakeConversation = defineCommand({
  name: "wake_conversation",
  title: "Wake a conversation",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: ConversationId,
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: Done,
  chains: ({ conversationId, accountId }) => [conversationId, accountId],
  async run({ conversationId, accountId }, call) {
    const store = conversationStore(call.db);
    const row = await store.viewerRow(conversationId, accountId);
    const until = row?.snoozedUntil ?? 0;
    if (!row || until === 0 || until > call.now) return { done: false };
    saveWoken(call, row);
    noteFlags(call, accountId, conversationId);
    return { done: true };
  },
});
