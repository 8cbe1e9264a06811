import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { closed, flag, nullable, string } from "../base/schemas.ts";
import { storageErrorIn } from "../db/failure.ts";
import { toServiceError } from "../errors/to_service_error.ts";

/** Says whether reads and writes can be served now; findings and upkeep are no part of it. */
export const getReadiness = defineQuery({
  name: "get_readiness",
  title: "Check that requests can be served",
  description:
    "Whether the database answers and takes a write now, and this node is not about to stop. What is found is kept for a second. Whether `svc` reaches the service is told, too, and keeps it from nothing.",
  access: ANYONE,
  isOfProcess: true,
  input: closed({}),
  output: closed({
    ok: flag("True if requests can be served: reads and writes."),
    detail: nullable(string("Why they cannot; null if they can.")),
    database: closed({
      writable: flag("Whether a write reached the disk just now."),
      full: flag("True while the disk has no room: only reads are served."),
    }),
    operator: Type.Optional(
      closed({
        reachable: flag("Whether `svc` can reach this process."),
      }),
    ),
  }),
  async run(_input, { readiness, say }) {
    const [store, operator] = await Promise.all([
      readiness.fault("database"),
      readiness.fault("operator"),
    ]);
    const writable = store === undefined;
    const detail = readiness.isDraining
      ? say`Cannot take more requests: this node is stopping, others go on.`
      : null;
    return {
      ok: writable && !readiness.isDraining,
      detail: writable ? detail : toServiceError(store).said(say),
      database: { writable, full: storageErrorIn(store)?.isFull ?? false },
      ...(readiness.isWatched("operator") && {
        operator: { reachable: operator === undefined },
      }),
    };
  },
});
