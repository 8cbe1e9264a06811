import type { QueryCall } from "../access/context.ts";
import type { Export } from "./export_store.ts";
import type { ExportProgress } from "./place.ts";
import type { Slice } from "./slice.ts";

/** One thing to write, for the account. */
export interface ExportStep {
  readonly call: QueryCall;
  readonly made: Export;
  readonly slice: Slice;
  readonly place: ExportProgress;
}

/** The result of a step: where the next one starts, and whether a conversation is complete. */
export interface Stepped {
  readonly place: ExportProgress;
  readonly isWhole?: boolean;
}
