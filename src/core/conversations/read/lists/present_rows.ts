import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { pace } from "../../../base/pace.ts";
import type { ViewerRow } from "../../acts/store/store.ts";
import { conversationStore } from "../../acts/store/store.ts";
import type { Window } from "../../acts/store/window.ts";
import { shownOf } from "../../acts/store/window.ts";
import type { Conversation } from "../../model/model.ts";
import { contentOf } from "../../model/weight.ts";
import type { ConversationView } from "../projection/present.ts";
import { presentTo } from "../projection/present_to.ts";

/**
 * The conversations of a page of viewer rows, in the page's order: fewer than rows once the
 * answer reaches its limit.
 */
export async function presentRows(
  call: QueryCall,
  rows: readonly ViewerRow[],
  window: Window,
): Promise<ConversationView[]> {
  const store = conversationStore(call.db);
  const views: ConversationView[] = [];
  let bytes = 0;
  for (const viewerState of rows) {
    await pace.turn();
    const { conversationId, version, position } = viewerState;
    const conversation = await store.outline(
      conversationId,
      version,
      position,
      window,
    );
    bytes += shownOf(conversation, position, window).bytes;
    bytes += waitingBytes(conversation);
    if (bytes > LIMITS.answerBytesMax && views.length > 0) break;
    views.push(await presentTo(call, conversation, viewerState, window));
  }
  return views;
}

/** The bytes of waiting messages: each is shown whole on its card. */
function waitingBytes({ checkpoints }: Conversation): number {
  return checkpoints.reduce(
    (sum, { pendingMessage }) =>
      sum + (pendingMessage ? contentOf(pendingMessage).bytes : 0),
    0,
  );
}
