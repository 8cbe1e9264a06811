import type { QueryCall } from "../context.ts";

/** Who would write to whom. */
export interface Approach {
  readonly senderId: string;
  /** Accounts that would be written to. */
  readonly recipientIds: readonly string[];
}

/** True if one of the recipients does not want to hear from the sender. */
export async function blockedBy(
  _call: QueryCall,
  _approach: Approach,
): Promise<boolean> {
  // Nobody can block anybody yet.
  return false;
}
