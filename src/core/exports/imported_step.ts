import { LIMITS } from "../base/limits.ts";
import { importedStore } from "../conversations/acts/store/imported_store.ts";
import type { ListPlace } from "../conversations/acts/store/store.ts";
import { FIRST_PLACE } from "../conversations/acts/store/store.ts";
import { presentImported } from "../conversations/read/projection/present_imported.ts";
import { nextPhase } from "./place.ts";
import type { ExportStep, Stepped } from "./step.ts";

interface Cursor {
  /** The conversation written last. */
  readonly after: ListPlace;
  /** The oldest written message of the next one; absent if none is. */
  readonly before?: string;
}

/** Writes the next part of the account's imported data. */
export async function importedStep({
  call,
  slice,
  place,
}: ExportStep): Promise<Stepped> {
  const from = readCursor(place.cursor);
  const store = importedStore(call.db);
  const [row] = await store.list(call.member.accountId, from.after, 1);
  if (!row) return { place: nextPhase(place) };
  const { before } = from;
  const view = await presentImported(call, row, {
    count: LIMITS.exportMessagesAtOnce,
    bytes: LIMITS.exportSliceBytes,
    ...(before !== undefined && { before }),
  });
  if (before === undefined) {
    const { messages: _, nextStep: _step, ...shown } = view;
    slice.line("imported/conversations", shown);
    for (const artifact of view.artifacts) {
      const { artifactId } = artifact;
      const bytes = await store.fileOf(artifactId);
      if (bytes) await slice.stored(artifactId, bytes);
      const path = bytes ? `files/${artifactId}` : null;
      slice.line("imported/artifacts", { ...artifact, path });
    }
  }
  for (const it of view.messages) slice.line("imported/messages", it);
  const next: Cursor = view.before
    ? { after: from.after, before: view.before }
    : { after: { at: row.updatedAt, id: row.id } };
  return { place: { ...place, cursor: JSON.stringify(next) } };
}

function readCursor(cursor: string | null): Cursor {
  return cursor === null ? { after: FIRST_PLACE } : JSON.parse(cursor);
}
