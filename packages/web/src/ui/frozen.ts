import type { Conversation } from "../api/types.ts";

/** True while a dispute freezes the price: its dates and next steps wait. */
export function isFrozen({ terms }: Pick<Conversation, "terms">): boolean {
  return Boolean(terms?.disputed || terms?.dispute?.returnsAt);
}
