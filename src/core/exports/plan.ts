import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { ListPlace } from "../conversations/acts/store/store.ts";
import type { Statement } from "../db/statement.ts";
import type { Export } from "./export_store.ts";
import { exportStore } from "./export_store.ts";
import type { ExportProgress } from "./place.ts";
import { nextPhase } from "./place.ts";

interface Cursor extends ListPlace {
  /** The list is read back to this moment; a pass after the first is short. */
  readonly until: number;
  readonly beganAt: number;
}

/** The result of one look at the list. */
interface Planned {
  readonly place: ExportProgress;
  readonly statements: readonly Statement[];
}

/**
 * Notes which conversations exist, from the newest change on. A conversation changed
 * meanwhile moves to the front, which the pass has left. So another pass follows, back to the
 * start of the last one, until a whole pass fits in one slice.
 */
export async function planNext(
  call: QueryCall,
  made: Export,
  place: ExportProgress,
): Promise<Planned> {
  const from = readCursor(call, place.cursor);
  const store = exportStore(call.db);
  const rows = await store.newest(made.accountId, from);
  const statements = [
    store.note(
      made.id,
      rows.map(({ id }) => id),
    ),
  ];
  const last = rows.at(-1);
  const isCut = rows.length === LIMITS.exportFoundAtOnce;
  if (last && isCut && last.at >= from.until) {
    const cursor: Cursor = { ...from, at: last.at, id: last.id };
    return { place: { ...place, cursor: JSON.stringify(cursor) }, statements };
  }
  if (isStart(from)) return { place: nextPhase(place), statements };
  const again = { ...startOf(call), until: from.beganAt };
  return { place: { ...place, cursor: JSON.stringify(again) }, statements };
}

function startOf({ now }: QueryCall): Cursor {
  return { at: Number.MAX_SAFE_INTEGER, id: "~", until: 0, beganAt: now };
}

function isStart({ at }: Cursor): boolean {
  return at === Number.MAX_SAFE_INTEGER;
}

function readCursor(call: QueryCall, cursor: string | null): Cursor {
  return cursor === null ? startOf(call) : JSON.parse(cursor);
}
