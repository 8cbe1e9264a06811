import { Type } from "typebox";
import { definePreparedCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { deletionStore } from "../deletion/deletion_store.ts";
import { eraseStore } from "../deletion/erase_store.ts";
import { forgetConversation } from "../deletion/forget.ts";
import { mergeWords } from "../deletion/word_merging_store.ts";
import { AccountId } from "../identity/schemas.ts";

/**
 * Erases the next part of a deleted account: a conversation, batches of its rows, then its
 * words in the index.
 */
export const continueDeletion = definePreparedCommand({
  name: "continue_deletion",
  title: "Continue a deletion",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId }),
  output: closed({
    hasMore: flag("True while more is left."),
    conversationId: Type.Optional(Type.String()),
  }),
  prepare: async ({ accountId }, { db }) =>
    (await deletionStore(db).next(accountId)) ?? null,
  chains: ({ accountId }, _call, next) =>
    next === null ? [accountId] : [next],
  async run({ accountId }, call, conversationId) {
    const store = deletionStore(call.db);
    const deletion = await store.of(accountId);
    if (!deletion || deletion.endedAt !== null) return { hasMore: false };
    if (conversationId !== null) {
      await forgetConversation(call, accountId, conversationId);
      return { hasMore: true, conversationId };
    }
    let left = 0;
    for (const kind of eraseStore(call.db)) {
      const count = await kind.count(accountId);
      if (count > 0) call.write(...kind.remove(accountId));
      left += count;
    }
    if (left > 0) return { hasMore: true };
    if (await mergeWords(call.db)(call, accountId)) return { hasMore: true };
    call.write(...store.end(accountId, call.now));
    call.record({ chainId: accountId, type: "account.erased" });
    return { hasMore: false };
  },
});
