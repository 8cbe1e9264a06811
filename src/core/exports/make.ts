import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { inNameOf } from "../identity/in_name_of.ts";
import type { Export } from "./export_store.ts";
import { exportStore } from "./export_store.ts";
import { awaitsHeads } from "./log_step.ts";
import type { ExportProgress, Phase } from "./place.ts";
import { planNext } from "./plan.ts";
import { Slice } from "./slice.ts";
import { writeNext } from "./steps.ts";

/** Phases that start with a new slice. */
const STARTS: ReadonlySet<Phase> = new Set(["log", "manifest"]);

/** True if the ends of the chains are proven next. */
export function needsHeads({ place, status }: Export): boolean {
  return status === "making" && awaitsHeads(place as ExportProgress);
}

/** Adds the next slice to an archive and returns the progress. */
export async function makeSlice(
  operator: CommandCall,
  made: Export,
): Promise<Export> {
  const call = inNameOf(operator, made.accountId);
  const store = exportStore(call.db);
  const place = made.place as ExportProgress;
  const slices = made.slices + 1;
  if (place.phase === "plan") {
    const planned = await planNext(call, made, place);
    const conversations = await store.countNoted(made.id);
    const after = { ...made, place: planned.place, slices, conversations };
    call.write(...planned.statements, store.advance(after));
    return after;
  }
  const after = await written(call, made, place);
  call.write(store.advance({ ...after, slices }));
  return { ...after, slices };
}

async function written(
  call: CommandCall,
  made: Export,
  from: ExportProgress,
): Promise<Export> {
  const slice = new Slice(made);
  let place = from;
  let done = made.conversationsDone;
  let isWaiting = false;
  do {
    const stepped = await writeNext({ call, made, slice, place });
    isWaiting = stepped.place === place;
    place = stepped.place;
    if (stepped.isWhole) done++;
    // The heads of chains are signed first, and the manifest lists what is committed.
  } while (
    !slice.isFull &&
    !isWaiting &&
    place.phase !== "end" &&
    !(STARTS.has(place.phase) && place.phase !== from.phase)
  );
  const { entries, files, dataBytes, directoryBytes } = await slice.end(
    place.files,
  );
  const store = exportStore(call.db);
  call.write(...entries.map((it) => store.insertEntry(it)));
  const kept = entries.reduce((sum, it) => sum + (it.bytes?.length ?? 0), 0);
  const keptBytes = made.keptBytes + kept;
  const isTooLarge = keptBytes > LIMITS.exportKeptBytesMax;
  const isReady = place.phase === "end";
  // The last slice of the plan counts with the first written one.
  const conversations =
    from.phase === "account"
      ? await store.countNoted(made.id)
      : made.conversations;
  return {
    ...made,
    ...(isTooLarge
      ? { status: "failed", reason: "too_large" }
      : isReady && { status: "ready", readyAt: call.now }),
    place: { ...place, files },
    entries: made.entries + entries.length,
    ...{ conversations, dataBytes, directoryBytes, keptBytes },
    conversationsDone: done,
  };
}
