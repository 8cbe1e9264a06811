import type { CommandCall, QueryCall } from "../../access/context.ts";
import type { Approval, Review, Verdict } from "../../review/review.ts";
import { reviewApproved, reviewFurther } from "../../review/review.ts";
import type { Card } from "../checkpoints/ask.ts";
import { shownRecipients, shownTitle } from "../checkpoints/card_words.ts";
import type { Answer } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { askToAct, dropChanged, makerOf } from "../checkpoints/pending.ts";
import { resume } from "../checkpoints/waiting.ts";
import { readersOf } from "../model/audience.ts";
import type {
  Conversation,
  Participant,
  PendingMessage,
} from "../model/model.ts";
import { deniedSend } from "./added_files.ts";
import {
  actOf,
  messageAction,
  messageFacts,
  outsidersOf,
} from "./outward_facts.ts";
import { post } from "./post.ts";

/** Reviews a message as what it would be now, in the caller's name. */
export async function reviewMessage(
  call: QueryCall,
  conversation: Conversation,
  message: PendingMessage,
): Promise<Verdict<Approval<"outward">>> {
  const act = actOf(conversation, message);
  const action = messageAction(conversation, message, act);
  const facts = await messageFacts(call, conversation, message);
  return reviewFurther(call, action, facts);
}

/** The verdict as far as the message is invited to: of ordinary addresses alone. */
export function outwardVerdict(
  conversation: Conversation,
  message: PendingMessage,
  verdict: Verdict<Approval<"outward">>,
): Verdict<Approval<"outward">> | undefined {
  return outsidersOf(conversation, message).length > 0 ? verdict : undefined;
}

/**
 * Puts a message before the person of the agent that wrote it; nobody else has it
 * before they let it out.
 * @throws wrong_state while an earlier one waits
 */
export function askToSend(
  call: CommandCall,
  conversation: Conversation,
  author: Participant,
  {
    review,
    message,
  }: { readonly review: Review; readonly message: PendingMessage },
): Promise<Conversation> {
  const card = (name: string) => cardOf(conversation, message, name);
  return askToAct(call, conversation, author, {
    review,
    card,
    pendingMessage: message,
  });
}

/**
 * Posts what a person has approved, to the letter and in the name of the agent that
 * wrote it; as a recipient's message it also accepts. What a rule denies by now is
 * dropped.
 */
export async function approveMessage(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const { pendingMessage, action } = checkpoint;
  if (!pendingMessage) throw new RangeError("What waits to be sent is kept");
  // By then somebody may have accepted: it is still the act that was shown.
  const act = action.act === "reply" ? "reply" : "outward";
  const verdict = reviewApproved(reviewFurther, call, {
    waiting: checkpoint,
    action: messageAction(conversation, pendingMessage, act),
    facts: await messageFacts(call, conversation, pendingMessage),
  });
  if (!verdict?.grants) {
    const refusal = verdict && deniedSend(verdict.review);
    return dropChanged(call, conversation, checkpoint, refusal ?? undefined);
  }
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "approved",
    comment,
  });
  const message = {
    ...pendingMessage,
    actor: pendingMessage.actor ?? makerOf(checkpoint),
    // What waited before this was kept asked nothing first.
    asksFirst: pendingMessage.asksFirst === true,
    a2a: pendingMessage.a2a ?? null,
  };
  const posted = await post(call, closed, message, {
    verdict: outwardVerdict(closed, message, verdict),
  });
  return resume(call, posted, "answer", "decided");
}

function cardOf(
  conversation: Conversation,
  message: PendingMessage,
  name: string,
): Card {
  const to = shownRecipients(readersOf(conversation, message));
  const act = actOf(conversation, message);
  const title = shownTitle(conversation);
  const [what, decline] =
    act === "reply"
      ? [
          `accept "${title}" and reply to ${to}`,
          "Declining sends nothing, and the request goes on waiting.",
        ]
      : [
          `reply in "${title}" to ${to}`,
          "Declining sends nothing, and the work goes on.",
        ];
  return {
    title: act === "reply" ? `Accept and send to ${to}?` : `Send to ${to}?`,
    summary: `${name} wants to ${what}. The message is in this checkpoint. ${decline}`,
    action: messageAction(conversation, message, act),
  };
}
