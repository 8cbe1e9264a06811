import type { Caller } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import type { ConversationView } from "../conversations/read/projection/present.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";
import type { Services } from "./call.ts";
import { queryCall } from "./query_call.ts";

/**
 * Waits while the service's own agents work on a conversation that is addressed only to them
 * (docs/a2a.md, Opening a task), for 25 seconds at most. Returns at once if it waits for a
 * person.
 */
export async function awaitSettled(
  services: Services,
  caller: Caller,
  begun: ConversationView,
): Promise<ConversationView> {
  if (!isAgentsTurn(begun)) return begun;
  let changed = Promise.withResolvers<void>();
  let isLate = false;
  const unsubscribe = services.bus.subscribe(begun.id, () => changed.resolve());
  const timer = setTimeout(() => {
    isLate = true;
    changed.resolve();
  }, LIMITS.agentWaitMs);
  try {
    for (;;) {
      // Created before the read, so that no event during it is missed.
      changed = Promise.withResolvers();
      const view = await readNow(services, caller, begun.id);
      if (isLate || !isAgentsTurn(view)) return view;
      await changed.promise;
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

/**
 * The conversation as the caller sees it now, without a call: for one who waits for it.
 * @throws conversation_not_found
 */
export async function readNow(
  services: Services,
  caller: Caller,
  conversationId: string,
): Promise<ConversationView> {
  const call = queryCall(services, caller);
  const { conversation, viewerState } = await loadForMember(
    call,
    conversationId,
  );
  return await presentTo(call, conversation, viewerState);
}

function isAgentsTurn({ state, participants }: ConversationView): boolean {
  if (state !== "submitted" && state !== "working") return false;
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0 && addressed.every((it) => it.kind === "service");
}
