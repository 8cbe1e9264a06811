import type { Static } from "typebox";
import { makeAuditCheckpoint } from "../core/operations/make_audit_checkpoint.ts";
import type { Operator } from "./operator.ts";

type Made = NonNullable<
  Static<typeof makeAuditCheckpoint.output>["checkpoint"]
>;

/** Signs the log until it covers every record, and returns its newest checkpoint. */
export async function makeAll(operator: Operator): Promise<Made> {
  for (;;) {
    const made = await operator.run(makeAuditCheckpoint, {});
    if (made.hasMore) continue;
    if (made.checkpoint) return made.checkpoint;
    throw new Error("Cannot make a checkpoint: there is no record yet");
  }
}
