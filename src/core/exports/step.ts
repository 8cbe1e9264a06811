import type { QueryCall } from "../access/context.ts";
import type { Export } from "./export_store.ts";
import type { Progress } from "./place.ts";
import type { Slice } from "./slice.ts";

/** One thing to write, in the account's name. */
export interface Step {
  readonly call: QueryCall;
  readonly made: Export;
  readonly slice: Slice;
  readonly place: Progress;
}

/** The result of a step: where the next one begins, and whether a conversation is whole. */
export interface Stepped {
  readonly place: Progress;
  readonly isWhole?: boolean;
}
