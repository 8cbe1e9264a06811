import type { Static } from "typebox";
import { makeLogCheckpoint } from "../core/operations/make_log_checkpoint.ts";
import type { Runner } from "./operator.ts";

type Made = NonNullable<Static<typeof makeLogCheckpoint.output>["checkpoint"]>;

/** Signs the log until it covers every record, and returns its newest checkpoint; null while there is no record. */
export async function makeAll(operator: Runner): Promise<Made | null> {
  for (;;) {
    const made = await operator.run(makeLogCheckpoint, {});
    if (!made.hasMore) return made.checkpoint;
  }
}
