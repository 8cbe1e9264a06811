import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { closed, flag, nullable, string } from "../base/schemas.ts";
import { storageErrorIn } from "../db/failure.ts";
import { toServiceError } from "../errors/to_service_error.ts";

/** Tells whether reads and writes can be served now, regardless of findings and upkeep. */
export const getReadiness = defineQuery({
  name: "get_readiness",
  title: "Check readiness",
  description:
    "Check that the database answers and takes a write now, and that this node isn't stopping. The result is reused for a second. It also says whether `svc` can reach the service, which doesn't affect readiness.",
  access: ANYONE,
  isOfProcess: true,
  input: closed({}),
  output: closed({
    ok: flag("True if reads and writes can be served."),
    detail: nullable(string("Why not; null if they can.")),
    database: closed({
      writable: flag("Whether a write reached the disk just now."),
      full: flag("True while the disk is full and only reads are served."),
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
      ? say`Cannot take more requests: this node is stopping. Try another.`
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
