import { hasScope } from "../../access/access.ts";
import type { QueryCall } from "../../access/context.ts";
import type { AcceptFacts } from "../../review/accept_rules.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { beyondAccept } from "./accept_limits.ts";

/**
 * True if what an addressed account does next accepts the request: as long as nobody
 * works on it, or this account was asked and has not answered.
 */
export function wouldAccept(
  conversation: Conversation,
  { role, accountId }: Participant,
): boolean {
  if (role !== "to") return false;
  return (
    isWaitedFor(conversation) ||
    openAcceptance(conversation, accountId) !== undefined
  );
}

/** True before the work has begun, also while a decision came in between. */
export function isWaitedFor({ state, previousState }: Conversation): boolean {
  return (
    state === "submitted" ||
    (state === "input-required" && previousState === "submitted")
  );
}

/** The acceptance that waits for an account, if one does. */
export function openAcceptance(
  { checkpoints }: Conversation,
  accountId: string | null,
) {
  return checkpoints.find(
    (it) =>
      it.kind === "acceptance" &&
      it.status === "open" &&
      it.forAccountId === accountId,
  );
}

/** What the rules judge where something accepts a request, in the caller's name. */
export async function acceptFacts(
  call: QueryCall,
  conversation: Conversation,
  accepts: boolean,
): Promise<AcceptFacts> {
  const byAgent = call.member.kind === "agent";
  const isJudged = byAgent && accepts;
  return {
    byAgent,
    accepts,
    mayAccept: hasScope(call.member, "decisions:write"),
    beyondAccept: isJudged ? await beyondAccept(call, conversation) : [],
  };
}
