import { LIMITS } from "../../base/limits.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Conversation } from "./model.ts";

/** Until when a completed conversation takes messages; undefined for any other. */
export function afterwordsUntil({
  state,
  stateAt,
}: Pick<Conversation, "state" | "stateAt">): number | undefined {
  return state === "completed"
    ? stateAt + LIMITS.afterwordDays * DAY_MS
    : undefined;
}
