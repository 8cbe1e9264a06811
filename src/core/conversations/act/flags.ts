import type { CommandCall } from "../../access/context.ts";
import type { LabelChange } from "../labels/label_change.ts";
import { labelsAfter } from "../labels/label_change.ts";
import { saveFlags, saveLabels } from "../store/save.ts";
import type { ViewerRow } from "../store/store.ts";

/** The flags and labels that a viewer sets for themselves. */
export interface WantedFlags {
  readonly unread?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly labels?: LabelChange | undefined;
}

/** Sets a viewer's own flags and labels; gives the same value if nothing changes. */
export function setFlags(
  call: CommandCall,
  before: ViewerRow,
  wanted: WantedFlags,
): ViewerRow {
  const { unread = before.unread, archived = before.archived } = wanted;
  const isFlagged = unread !== before.unread || archived !== before.archived;
  const labels = relabelled(call, before, wanted.labels);
  if (!isFlagged && labels === (before.labels ?? null)) return before;
  const after = { ...before, unread, archived, labels };
  if (isFlagged) saveFlags(call, after, after);
  call.record({
    chainId: call.member.accountId,
    type: "flags.changed",
    refs: { conversationId: before.conversationId },
  });
  call.changed({
    accountId: call.member.accountId,
    kind: "conversation",
    objectId: before.conversationId,
    what: "flags",
  });
  return after;
}

/** Saves the labels after a change; the same ones if they are the same. */
function relabelled(
  call: CommandCall,
  before: ViewerRow,
  change: LabelChange | undefined,
): readonly string[] | null {
  const { labels: old = null } = before;
  if (!change) return old;
  const known = old ?? [];
  const labels = labelsAfter(change, known);
  const names = labels.map(({ name }) => name).toSorted();
  const isSame =
    names.length === known.length && names.every((it, at) => it === known[at]);
  if (isSame) return old;
  saveLabels(call, before, labels);
  return names;
}
