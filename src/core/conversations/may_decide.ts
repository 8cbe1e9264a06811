import { hasScope } from "../access.ts";
import type { QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { isMaker } from "./ask.ts";
import type { Checkpoint, Conversation } from "./model.ts";

/**
 * Why the caller may not approve a checkpoint of their account; undefined if they
 * may. What is shown and what is refused ask here, so that they say the same.
 */
export async function refusalToApprove(
  call: QueryCall,
  _conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<ServiceError | undefined> {
  return refusalToDecline(call, checkpoint) ?? refusalToGrant(call, checkpoint);
}

/** No agent gives a contact privilege by itself, so that none gives it for another. */
export function refusalToGrant(
  { member }: QueryCall,
  { action: { act } }: Checkpoint,
): ServiceError | undefined {
  if (act !== "grant" || member.kind !== "agent") return undefined;
  return new ServiceError("review_denied", {
    detail: "Cannot approve: only your person may let somebody in.",
  });
}

/** Why the caller may not even decline it. */
export function refusalToDecline(
  { member, now }: QueryCall,
  checkpoint: Checkpoint,
): ServiceError | undefined {
  if (now >= checkpoint.expiresAt)
    return new ServiceError("checkpoint_expired");
  if (!hasScope(member, "decisions:write")) {
    return new ServiceError("insufficient_scope", {
      detail:
        "Cannot record a decision: the credential lacks the scope decisions:write.",
      extra: { scope: "decisions:write" },
    });
  }
  return isMaker(checkpoint, member) ? madeByCaller() : undefined;
}

/** Maker is not checker: an agent never decides what it proposed itself. */
export function madeByCaller(): ServiceError {
  return new ServiceError("maker_cannot_decide", {
    detail: "Cannot decide: the same agent proposed it.",
  });
}
