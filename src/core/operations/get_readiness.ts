import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { storageErrorIn } from "../db/failure.ts";
import { getHealth } from "./get_health.ts";

/** Says whether requests can be served: reads, writes, and the operator's commands. */
export const getReadiness = defineQuery({
  name: "get_readiness",
  title: "Check that requests can be served",
  description:
    "The health of the service, and whether the database takes a write now and `svc` reaches the service. What is found is kept for a second.",
  access: ANYONE,
  input: closed({}),
  output: closed({
    ...getHealth.output.properties,
    ok: flag("True if requests can be served and nothing is wrong."),
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
  async run(input, call) {
    const { readiness } = call;
    const [health, store, operator] = await Promise.all([
      getHealth.run(input, call),
      readiness.fault("database"),
      readiness.fault("operator"),
    ]);
    const writable = store === undefined;
    const reachable = operator === undefined;
    return {
      ...health,
      ok: health.ok && writable && reachable,
      database: { writable, full: storageErrorIn(store)?.isFull ?? false },
      ...(readiness.isWatched("operator") && { operator: { reachable } }),
    };
  },
});
