import type { Actor } from "../../access/actor.ts";
import { actorOf } from "../../access/actor.ts";
import type { CommandCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Review } from "../../review/review.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  PendingMessage,
} from "../model/model.ts";
import { move, newSalt, recordReview } from "../store/change.ts";
import { post } from "../thread/post.ts";
import type { Card } from "./ask.ts";
import { askPerson, requesterOf } from "./ask.ts";
import type { Answer } from "./checkpoint.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import { refusePending, resume } from "./waiting.ts";

/** Said in place of a reason that the person did not give. */
const REFUSAL = "Not done: your person declined it.";

/** What an agent may not do by itself, and why. */
export interface Pending {
  readonly review: Review;
  /** The card, by the name of who asks. */
  readonly card: (name: string) => Card;
  /** The message that waits, if it is one. */
  readonly pendingMessage?: PendingMessage;
}

/**
 * Puts what an agent wants to do before its person; nobody else hears more of it
 * than that somebody is waited for (docs/approvals.md).
 * @throws wrong_state while an earlier one of the same kind waits
 */
export async function askToAct(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { review, card, pendingMessage }: Pending,
): Promise<Conversation> {
  const askedBy = await requesterOf(call, me);
  const shown = card(askedBy.name);
  refusePending(call, conversation, shown.action.act);
  recordReview(call, conversation, review, me.position);
  const asked = await askPerson(call, conversation, shown, {
    review,
    askedBy,
    ...(pendingMessage && { pendingMessage }),
  });
  return move(call, asked, asked.state, "ask", {
    reason: "approval_needed",
    reviewId: review.reviewId,
  });
}

/** Drops what waited and tells the agent why. */
export async function declinePending(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "declined",
    comment,
  });
  const told = await post(call, closed, {
    id: call.newId("message"),
    author: me.position,
    authorKind: call.member.kind,
    actor: actorOf(call),
    mode: "reply",
    inReplyTo: null,
    parts: [{ text: comment ?? REFUSAL }],
    artifactIds: [],
    audience: [me.position],
    asksFirst: false,
    a2a: null,
    salt: newSalt(call),
  });
  return resume(call, told, "refuse_action", "decided");
}

/** Leaves what is no longer what was shown undone, and says so to who approved it. */
export function dropChanged(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  refusal: ServiceError | undefined,
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "superseded",
  });
  call.refuseAfter(refusal ?? changed());
  return resume(call, closed, "answer", "superseded");
}

function changed(): ServiceError {
  return new ServiceError("action_changed", {
    detail: "Cannot approve: it is no longer what was shown.",
    extra: { checkpoints: [] },
  });
}

/** The agent that wanted it, in whose name it is done. */
export function makerOf({ forAccountId, askedBy }: Checkpoint): Actor {
  return {
    kind: "agent",
    accountId: forAccountId,
    ...(askedBy?.credentialId !== undefined && {
      credentialId: askedBy.credentialId,
      name: askedBy.name,
    }),
  };
}
