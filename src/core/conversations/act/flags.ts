import type { CommandCall } from "../../access/context.ts";
import { saveFlags } from "../store/save.ts";
import type { ViewerRow } from "../store/store.ts";

/** The flags that a viewer sets for themselves. */
export interface WantedFlags {
  readonly unread?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Sets a viewer's own flags; gives the same value if nothing changes. */
export function setFlags(
  call: CommandCall,
  before: ViewerRow,
  wanted: WantedFlags,
): ViewerRow {
  const unread = wanted.unread ?? before.unread;
  const archived = wanted.archived ?? before.archived;
  if (unread === before.unread && archived === before.archived) return before;
  const after = { ...before, unread, archived };
  saveFlags(call, after, after);
  call.record({
    chainId: call.member.accountId,
    type: "flags.changed",
    refs: { conversationId: before.conversationId },
  });
  return after;
}
