import type { QueryCall } from "../../../access/context.ts";
import type { Approval, Verdict } from "../../../review/review.ts";
import { reviewFurther } from "../../../review/review.ts";
import type { Conversation, PendingMessage } from "../../model/model.ts";
import {
  actOf,
  messageAction,
  messageFacts,
  outsidersOf,
} from "./outward_facts.ts";

/** Reviews a message as if the caller sent it now. */
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

/** The verdict for the invites: on ordinary addresses only. */
export function outwardVerdict(
  conversation: Conversation,
  message: PendingMessage,
  verdict: Verdict<Approval<"outward">>,
): Verdict<Approval<"outward">> | undefined {
  return outsidersOf(conversation, message).length > 0 ? verdict : undefined;
}
