import type { QueryCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import { openAbout } from "../model/checkpoints_about.ts";
import type { Conversation } from "../model/model.ts";
import { isTerminal } from "../model/states.ts";
import { followUp } from "../projection/present.ts";

/** True while a person decides whether it is sent at all. */
export function isUnsent(conversation: Conversation): boolean {
  return openAbout(conversation, "submit").length > 0;
}

/**
 * Refuses to change what a person is deciding about: not under their hands.
 * @throws wrong_state
 */
export function refuseUnsent(conversation: Conversation, what: string): void {
  if (!isUnsent(conversation)) return;
  throw new ServiceError("wrong_state", {
    detail: `Cannot ${what}: it waits for its person's approval before it is sent.`,
    extra: { state: conversation.state },
  });
}

/**
 * Refuses what a closed conversation no longer takes.
 * @throws conversation_closed, with the link that starts a follow-up.
 */
export function refuseClosed(
  call: QueryCall,
  conversation: Conversation,
  what: string,
): void {
  if (!isTerminal(conversation.state)) return;
  const { baseUrl } = call.settings;
  throw new ServiceError("conversation_closed", {
    detail: `Cannot ${what}: the conversation is ${conversation.state}.`,
    extra: {
      state: conversation.state,
      links: { followUp: followUp(baseUrl, conversation.contextId) },
    },
  });
}
