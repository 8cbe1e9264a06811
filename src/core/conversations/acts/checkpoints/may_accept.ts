import type { QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import { decidesOn, hasScope } from "../../../access/principal.ts";
import { told } from "../../../base/words/sentence.ts";
import type { AcceptFacts } from "../../../review/accept_rules.ts";
import { ACCEPT_RULES } from "../../../review/accept_rules.ts";
import { judge, outcomeOf } from "../../../review/rule.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { beyondAccept } from "./accept_limits.ts";

/**
 * True if the next act of an addressed account accepts the request: nobody works on it yet,
 * or this account was asked and has not answered.
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

/** True before the work has begun, also if a decision interrupted that. */
export function isWaitedFor({ state, previousState }: Conversation): boolean {
  return (
    state === "submitted" ||
    (state === "input-required" && previousState === "submitted")
  );
}

/** The acceptance that waits for an account, if one does. */
export function openAcceptance(
  conversation: Conversation,
  accountId: string | null,
) {
  return openAbout(conversation, "accept").find(
    ({ forAccountId }) => forAccountId === accountId,
  );
}

/** The facts for the review of an act that accepts, for the caller. */
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
    mayAccept:
      hasScope(call.member, "decisions:write") &&
      decidesOn(call.member, "accept"),
    beyondAccept: isJudged ? await beyondAccept(call, conversation) : [],
  };
}

/** True if the caller's next act would accept, which needs their person. */
export async function mayNotAccept(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Promise<boolean> {
  const accepts = wouldAccept(conversation, me);
  const facts = await acceptFacts(call, conversation, accepts);
  return outcomeOf(judge(ACCEPT_RULES, facts)) !== "allow";
}

/**
 * Refuses an act that would accept on the way to an agent that may not accept: no decision
 * about it can wait.
 * @throws person_required
 */
export async function refuseToAccept(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Promise<void> {
  if (!(await mayNotAccept(call, conversation, me))) return;
  throw onlyPerson(
    call,
    `/c/${conversation.id}`,
    told`Cannot do this: it would accept the request, which only your person can do. Ask them to accept first.`,
  );
}
