import type { Checkpoint, Conversation } from "./model.ts";
import { isPriceAsk } from "./raise.ts";

/** True as long as an open checkpoint keeps a conversation in `input-required`. */
export function isWaiting({ checkpoints }: Conversation): boolean {
  return checkpoints.some((it) => it.status === "open" && isBlocking(it));
}

/** An acceptance waits in `submitted`, and a raised price in `auth-required`. */
function isBlocking(checkpoint: Checkpoint): boolean {
  const { kind } = checkpoint;
  return kind === "review" || (kind === "input" && !isPriceAsk(checkpoint));
}
