import type { CommandCall } from "../../../access/context.ts";
import type { ActDefinition } from "../../acts/act.ts";
import { perform } from "../../acts/act.ts";
import { lastAsked } from "../../acts/checkpoints/waiting_answer.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation, ViewerState } from "../../model/model.ts";
import type { ConversationView } from "./present.ts";
import { presentTo } from "./present_to.ts";

/** Performs an act, and answers with its actor's view of the result. */
export async function act<D extends Done>(
  call: CommandCall,
  conversationId: string,
  how: ActDefinition<D>,
) {
  const performed = await perform(call, conversationId, how);
  const { before, after, viewerState, notify, actor, ...own } = performed;
  return { ...own, ...(await answerOf(call, before, after, viewerState)) };
}

/** The conversation for its actor, with the approval link if it waits for a person. */
export async function answerOf(
  call: CommandCall,
  before: Conversation | null,
  after: Conversation,
  viewer: ViewerState,
) {
  return {
    ...lastAsked(call, before, after),
    conversationId: after.id,
    state: after.state,
    conversation: await presentTo(call, after, viewer),
  };
}

/** The same answer with the price, for acts on money. */
export function withPayment<
  A extends { readonly conversation: ConversationView },
>(answer: A) {
  return { ...answer, payment: answer.conversation.payment };
}
