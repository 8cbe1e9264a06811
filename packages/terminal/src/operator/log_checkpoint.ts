import type { OutputOf } from "./operations.ts";
import type { Runner } from "./runner.ts";

type Made = NonNullable<OutputOf<"make_log_checkpoint">["checkpoint"]>;

/** Signs the log until it covers every record, and returns its newest checkpoint; null while there is no record. */
export async function makeAll(operator: Runner): Promise<Made | null> {
  for (;;) {
    const made = await operator.run("make_log_checkpoint", {});
    if (!made.hasMore) return made.checkpoint;
  }
}
