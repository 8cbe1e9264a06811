import type { Static } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { closed, flag, nullable, timestamp } from "../base/schemas.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { resultsStore } from "./results_store.ts";

/** The result of a backup or a verification; null before the first. */
export const Upkept = nullable(
  closed({
    at: timestamp("When it was."),
    ok: flag("False if it failed, or found something wrong."),
    wellAt: nullable(timestamp("When one was last well.")),
  }),
);

/** The newest of a kind, without its findings: anybody may read it. */
export async function newestUpkept(
  { db }: Pick<QueryCall, "db">,
  kind: "backup" | "verify",
): Promise<Static<typeof Upkept>> {
  const newest = await resultsStore(db).newest(kind);
  if (!newest) return null;
  const { at, ok, wellAt } = newest;
  return { at: showTime(at), ok, wellAt: timeOrNull(wellAt) };
}
