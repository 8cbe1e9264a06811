import type { Static } from "typebox";
import { makeAuditCheckpoint } from "../core/operations/make_audit_checkpoint.ts";
import type { Operator } from "./operator.ts";

type Made = NonNullable<
  Static<typeof makeAuditCheckpoint.output>["checkpoint"]
>;

/** Signs the log until it covers every record, and returns its newest checkpoint; null while there is no record. */
export async function makeAll(operator: Operator): Promise<Made | null> {
  for (;;) {
    const made = await operator.run(makeAuditCheckpoint, {});
    if (!made.hasMore) return made.checkpoint;
  }
}
