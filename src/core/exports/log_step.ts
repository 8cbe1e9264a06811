import type { QueryCall } from "../access/context.ts";
import { archiveKeys, consistencyLines } from "../audit/log/archive_part.ts";
import { newestLog, proveHeads } from "../audit/log/prove.ts";
import { cosignedNote, witnessedLog } from "../audit/log/witnessed.ts";
import { LIMITS } from "../base/limits.ts";
import { exportStore } from "./export_store.ts";
import { nextPhase } from "./place.ts";
import { jsonLines } from "./slice.ts";
import type { Step, Stepped } from "./step.ts";

interface Cursor {
  readonly after: string;
  /** The sizes of the log that proofs lead to. */
  readonly sizes: readonly number[];
}

/**
 * Proves where the chains end, a page at a time; then, when no proof can be newer, adds the
 * log's checkpoint and what leads to it from each size that was proven before.
 */
export async function logStep(step: Step): Promise<Stepped> {
  const { call, made, slice, place } = step;
  const from: Cursor | undefined =
    place.cursor === null ? undefined : JSON.parse(place.cursor);
  const limit = LIMITS.exportProofsAtOnce;
  const after = from?.after ?? "";
  const ids = await exportStore(call.db).notedAfter(made.id, after, limit);
  const own = from ? [] : [made.accountId];
  const proven = await proveHeads(call, [...own, ...ids]);
  for (const line of proven) slice.line("log/proofs", line);
  const found = proven.map(({ size }) => size);
  const sizes = [...new Set([...(from?.sizes ?? []), ...found])];
  const last = ids.at(-1);
  if (last !== undefined && ids.length === limit) {
    const cursor = JSON.stringify({ after: last, sizes });
    return { place: { ...place, cursor } };
  }
  await writeCheckpoint(step, sizes);
  return { place: nextPhase(place) };
}

async function writeCheckpoint(
  { call, slice }: Step,
  sizes: readonly number[],
): Promise<void> {
  const keys = archiveKeys(call);
  await slice.text("keys.json", `${JSON.stringify(keys, null, 2)}\n`);
  const signed = await newestWith(call, sizes);
  if (!signed) return;
  await slice.text("log/checkpoint", signed.note);
  if (signed.lines.length === 0) return;
  const text = jsonLines(signed.lines);
  await slice.text("log/consistency/000001.jsonl", text);
}

/** The newest checkpoint and what leads to that one: another may come in between. */
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
