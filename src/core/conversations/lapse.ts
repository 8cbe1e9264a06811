import type { CommandCall } from "../context.ts";
import { dropCancel } from "./cancel.ts";
import { move } from "./change.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import type { Checkpoint, Conversation } from "./model.ts";

const EXPIRED = { status: "expired" } as const;

/**
 * What becomes of a conversation when nobody has decided in time: a submit is a
 * draft again, a cancel is off, and an acceptance only leaves the desk
 * (decisions.md C, rows 9 and 24). An expiry is no decline: nothing is rejected.
 */
export function lapse(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  const { act } = checkpoint.action;
  if (act === "cancel") {
    return dropCancel(call, conversation, checkpoint, EXPIRED);
  }
  const closed = closeCheckpoint(call, conversation, checkpoint, EXPIRED);
  if (act !== "submit") return closed;
  return move(call, closed, closed.state, "submit_lapsed", {
    reason: "approval_expired",
  });
}
