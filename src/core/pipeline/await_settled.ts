import type { Caller } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import type { ConversationView } from "../conversations/read/projection/present.ts";
import { presentTo } from "../conversations/read/projection/present_to.ts";
import type { Services } from "./call.ts";
import { queryCall } from "./query_call.ts";

/**
 * Waits while the service's own agents work on a conversation that is addressed to
 * nobody else (docs/a2a.md, Opening a task): as long as it takes them, 25 seconds at
 * most. One that waits for a person is given back at once, as it is.
 */
export async function awaitSettled(
  services: Services,
  caller: Caller,
  begun: ConversationView,
): Promise<ConversationView> {
  if (!isAgentsTurn(begun)) return begun;
  const call = queryCall(services, caller);
  let changed = Promise.withResolvers<void>();
  let isLate = false;
  const unsubscribe = services.bus.subscribe(begun.id, () => changed.resolve());
  const timer = setTimeout(() => {
    isLate = true;
    changed.resolve();
  }, LIMITS.agentWaitMs);
  try {
    for (;;) {
      // Made before the reading: what happens during it is not slept through.
      changed = Promise.withResolvers();
      const { conversation, viewerState } = await loadForMember(call, begun.id);
      const view = await presentTo(call, conversation, viewerState);
      if (isLate || !isAgentsTurn(view)) return view;
      await changed.promise;
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

function isAgentsTurn({ state, participants }: ConversationView): boolean {
  if (state !== "submitted" && state !== "working") return false;
  const addressed = participants.filter((it) => it.role === "to");
  return addressed.length > 0 && addressed.every((it) => it.kind === "service");
}
