/**
 * How is an account erased, and how much of it stays? `erase_store.ts` and `prune_store.ts`
 * take rows out, `operations/delete_account.ts` says so to the person. The loop is
 * `loops/account_erasing.ts`.
 * @module
 */
import type { CommandCall } from "../access/context.ts";
import { DELETED_NAME } from "../agents/display_name.ts";
import { renamedCheckpoints } from "../conversations/acts/checkpoints/checkpoint.ts";
import { stepDown } from "../conversations/acts/disputes/ruling.ts";
import {
  nextVersion,
  recordEvent,
} from "../conversations/acts/store/change.ts";
import { dueStore } from "../conversations/acts/store/due_store.ts";
import { remove, save } from "../conversations/acts/store/save.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import { wasSent } from "../conversations/acts/store/views_store.ts";
import { forgetNames } from "../conversations/acts/store/words/word_store.ts";
import { actAs } from "../conversations/model/acting.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { isArbiter } from "../conversations/model/terms/disputed.ts";
import { deletionStore } from "./deletion_store.ts";

/**
 * Removes an account from a conversation. If nobody else has the conversation, all its words
 * are erased; otherwise it stays with the others, without the name. The chain stays either way.
 */
export async function forgetConversation(
  call: CommandCall,
  accountId: string,
  conversationId: string,
): Promise<void> {
  const version = await dueStore(call.db).version(conversationId);
  if (version === undefined) return;
  const before = await conversationStore(call.db).load(conversationId, version);
  if (isOnlyTheirs(before, accountId)) {
    const isDraft = before.state === "draft";
    const type = isDraft ? "conversation.deleted_draft" : "conversation.erased";
    recordEvent(call, before, type);
    return remove(call, before);
  }
  const isNamed = before.participants.some(
    (it) => it.accountId === accountId && it.displayName !== DELETED_NAME,
  );
  if (isNamed) {
    const acting = actAs(call, "system");
    recordEvent(acting, before, "participant.deleted", {
      refs: { accountId },
    });
    const nameless = withoutName(acting, before, accountId);
    const after = isArbiter(before, { accountId })
      ? stepDown(acting, nameless, "recused")
      : nameless;
    const checkpoints = await renamedCheckpoints(after, accountId);
    save(acting, before, { ...after, checkpoints });
    call.write(...forgetNames(call.db, conversationId));
  }
  call.write(deletionStore(call.db).leave(accountId, conversationId));
}

/** True if it never left, or left only for the service's own agents, and holds no money. */
function isOnlyTheirs(conversation: Conversation, accountId: string): boolean {
  const { ownerId, participants, payment } = conversation;
  if (payment) return false;
  const owner = participants.find((it) => it.accountId === ownerId);
  const isTheirs = ownerId === accountId || owner?.kind === "service";
  const hasNobodyElse = participants.every(
    (it) => it.accountId === accountId || it.kind === "service",
  );
  return isTheirs && (hasNobodyElse || !wasSent(conversation));
}

function withoutName(
  call: CommandCall,
  before: Conversation,
  accountId: string,
): Conversation {
  return {
    ...nextVersion(call, before),
    ...(before.ownerId === accountId && { fromName: DELETED_NAME }),
    participants: before.participants.map((it) =>
      it.accountId === accountId ? { ...it, displayName: DELETED_NAME } : it,
    ),
  };
}
