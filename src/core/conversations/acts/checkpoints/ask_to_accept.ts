import type { CommandCall } from "../../../access/context.ts";
import { reviewAccept } from "../../../review/review.ts";
import type { Action } from "../../model/acts.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { askToAct } from "./ask.ts";
import { acceptFacts } from "./may_accept.ts";

/** Asks the agent's person to approve an act that would accept the request. */
export async function askToAccept(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  action: Action<"artifact" | "complete" | "receipt">,
): Promise<Conversation> {
  const facts = await acceptFacts(call, conversation, true);
  const { review } = reviewAccept(call, action, facts);
  return await askToAct(call, conversation, me, { action, review });
}
