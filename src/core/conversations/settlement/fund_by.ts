import { LIMITS } from "../../base/limits.ts";
import { HOUR_MS } from "../../base/time.ts";
import type { Conversation } from "../model/model.ts";

/** Until when a submit waits for its money. */
export function fundBy({ stateAt }: Conversation): number {
  return stateAt + LIMITS.fundingHours * HOUR_MS;
}
