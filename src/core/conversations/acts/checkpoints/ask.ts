import type { Actor } from "../../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { authorKindOf } from "../../../access/principal.ts";
import { credentialStore } from "../../../identity/credentials_store.ts";
import type { Review } from "../../../review/review.ts";
import { objectionsOf } from "../../../review/review.ts";
import type { Act, Action } from "../../model/acts.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  PendingMessage,
  Requester,
} from "../../model/model.ts";
import { move, recordReview } from "../store/change.ts";
import { openCheckpoint, tellAsked } from "./checkpoint.ts";
import { refusePending } from "./waiting.ts";

/** An exact request to a person, and its reasons. */
export interface Asking<A extends Act> {
  readonly action: Action<A>;
  /** The review's findings; absent for a question, which no rule causes. */
  readonly review?: Review;
  /** The message that is sent on approval. */
  readonly pendingMessage?: PendingMessage;
  /** The account that is asked, if it is not the caller's own. */
  readonly asked?: Participant;
}

/**
 * Asks the person behind the caller, or another, to decide or to answer: one audience, 72 hours,
 * one use.
 * The caller moves the state. The person gets a mail if their settings say so.
 */
export async function askPerson<A extends Act>(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { action, review, pendingMessage, asked = me }: Asking<A>,
): Promise<Conversation> {
  const opened = await openCheckpoint(call, conversation, {
    action,
    asked,
    askedBy: await requesterOf(call, me),
    rules: review ? objectionsOf(review) : [],
    ...(review && { reviewId: review.reviewId }),
    pendingMessage,
  });
  await tellAsked(call, conversation, opened.conversation);
  return opened.conversation;
}

/**
 * Asks an agent's person to approve an act; others see only that someone is waited for
 * (docs/asking.md).
 * @throws wrong_state while an earlier request of the same kind waits
 */
export async function askToAct<A extends Act>(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  asking: Asking<A> & { readonly review: Review },
): Promise<Conversation> {
  const { action, review } = asking;
  refusePending(call, conversation, action.act);
  recordReview(call, conversation, review, me.position);
  const asked = await askPerson(call, conversation, me, asking);
  return move(call, asked, asked.state, "ask", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
}

/** The requester by the name that their person gave the access. */
async function requesterOf(
  { db, member }: QueryCall,
  { address, displayName }: Participant,
): Promise<Requester> {
  const { accountId, credentialId, credentialName } = member;
  const kind = authorKindOf(member);
  if (credentialId === undefined) return { address, name: displayName, kind };
  if (member.team && credentialName !== undefined)
    return { address, name: credentialName, kind, credentialId };
  const found = await credentialStore(db).find(accountId, credentialId);
  return { address, name: found?.name ?? "An agent", kind, credentialId };
}

/** The agent that proposed the act. */
export function makerOf({
  forAccountId,
  askedBy,
}: Pick<Checkpoint, "forAccountId" | "askedBy">): Actor {
  return {
    kind: askedBy.kind === "person" ? "person" : "agent",
    accountId: forAccountId,
    ...(askedBy.credentialId !== undefined && {
      credentialId: askedBy.credentialId,
      name: askedBy.name,
    }),
  };
}

/**
 * True if the caller is the agent or the member of a team that proposed or asked what a
 * checkpoint is about. A member may decide what their own agent proposed.
 */
export function isMaker(
  { askedBy }: Checkpoint,
  member: QueryCall["member"],
): boolean {
  const isAgents =
    askedBy.kind === "agent" && authorKindOf(member) === "person";
  return (
    askedBy.credentialId !== undefined &&
    askedBy.credentialId === member.credentialId &&
    !isAgents
  );
}
