import { cosignedNote } from "../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../access/context.ts";
import { archiveKeys, consistencyLines } from "../audit/log/archive_part.ts";
import { logStore } from "../audit/log/log_store.ts";
import { newestLog, proveHeads } from "../audit/log/prove.ts";
import { witnessedLog } from "../audit/log/witnessed.ts";
import { LIMITS } from "../base/limits.ts";
import { exportStore } from "./export_store.ts";
import type { ExportProgress } from "./place.ts";
import { nextPhase } from "./place.ts";
import { jsonLines } from "./slice.ts";
import type { ExportStep, Stepped } from "./step.ts";

interface Cursor {
  /** Before the first page: the record up to which heads must be signed. */
  readonly awaits?: number;
  readonly after: string;
  /** The log sizes of the proofs. */
  readonly sizes: readonly number[];
}

/** True if the heads of the chains are signed next. */
export function awaitsHeads({ phase, cursor }: ExportProgress): boolean {
  if (phase !== "log") return false;
  return cursor === null || readCursor(cursor).awaits !== undefined;
}

/**
 * Waits for heads that cover the whole archive: its maker signs them, and another process may
 * do so, too. Then it proves where the chains end, a page at a time. When no proof can be
 * newer, it adds the log's checkpoint and the proof to it from each size proven before.
 */
export async function logStep(step: ExportStep): Promise<Stepped> {
  const { call, made, slice, place } = step;
  const store = logStore(call.db);
  if (place.cursor === null) {
    const awaits = await store.lastPlace();
    const cursor: Cursor = { awaits, after: "", sizes: [] };
    return { place: { ...place, cursor: JSON.stringify(cursor) } };
  }
  const { awaits, after, sizes: before } = readCursor(place.cursor);
  if (awaits !== undefined && ((await store.newest())?.upTo ?? 0) < awaits) {
    return { place };
  }
  const limit = LIMITS.exportProofsAtOnce;
  const ids = await exportStore(call.db).notedAfter(made.id, after, limit);
  const own = awaits === undefined ? [] : [made.accountId];
  const proven = await proveHeads(call, [...own, ...ids]);
  for (const line of proven) slice.line("log/proofs", line);
  const found = proven.map(({ size }) => size);
  const sizes = [...new Set([...before, ...found])];
  const last = ids.at(-1);
  if (last !== undefined && ids.length === limit) {
    const cursor: Cursor = { after: last, sizes };
    return { place: { ...place, cursor: JSON.stringify(cursor) } };
  }
  await writeLogCheckpoint(step, sizes);
  return { place: nextPhase(place) };
}

function readCursor(cursor: string): Cursor {
  return JSON.parse(cursor);
}

/** Writes the keys, the log's checkpoint and the proof that it extends some older sizes. */
export async function writeLogCheckpoint(
  { call, slice }: Pick<ExportStep, "call" | "slice">,
  sizes: readonly number[],
): Promise<void> {
  const keys = await archiveKeys(call);
  await slice.text("keys.json", `${JSON.stringify(keys, null, 2)}\n`);
  const signed = await newestWith(call, sizes);
  if (!signed) return;
  await slice.text("log/checkpoint", signed.note);
  if (signed.lines.length === 0) return;
  const text = jsonLines(signed.lines);
  await slice.text("log/consistency/000001.jsonl", text);
}

/** The newest checkpoint and the proofs to exactly that one: another may come in between. */
async function newestWith(call: QueryCall, sizes: readonly number[]) {
  for (;;) {
    const before = await newestLog(call);
    if (!before) return undefined;
    const lines = await consistencyLines(call, sizes);
    const after = await newestLog(call);
    if (after?.size !== before.size) continue;
    return { note: cosignedNote(after, await witnessedLog(call)), lines };
  }
}
