import type { CommandCall } from "../../access/context.ts";
import { statementOf } from "../../db/statement.ts";
import type { Label } from "./labels/label_name.ts";
import { labelStore } from "./labels/label_store.ts";
import type { ViewerRow } from "./store/viewer_rows.ts";
import { conversationWrites } from "./store/writes.ts";

interface OwnFlags {
  readonly unread: boolean;
  readonly archived: boolean;
  readonly snoozedUntil: number | null;
}

/** Sets a viewer's own flags. */
export function saveFlags(
  call: CommandCall,
  viewerState: { readonly conversationId: string; readonly position: number },
  flags: OwnFlags,
): void {
  const { flag } = conversationWrites(call.db);
  const { conversationId, position } = viewerState;
  const { unread, archived, snoozedUntil } = flags;
  const set = { unread, archived, snoozedUntil };
  call.write(statementOf(flag, { conversationId, position, ...set }));
}

/** Returns a snoozed conversation to its viewer, as new and at the top. */
export function saveWoken(
  call: CommandCall,
  { conversationId, position }: ViewerRow,
): void {
  const { wake } = conversationWrites(call.db);
  const flags = { unread: true, archived: false, snoozedUntil: null };
  const place = { conversationId, position, updatedAt: call.now };
  call.write(statementOf(wake, { ...place, ...flags }));
}

/** Sets a viewer's own labels. */
export function saveLabels(
  call: CommandCall,
  viewerState: { readonly conversationId: string; readonly position: number },
  labels: readonly Label[],
): void {
  const ids = labels.map(({ id }) => id);
  call.write(labelStore(call.db).put(viewerState, ids));
}
