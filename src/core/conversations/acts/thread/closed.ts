import type { QueryCall } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { partOf } from "../../../base/text.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { visibleTo } from "../../model/audience.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { afterwordsUntil, isTerminal } from "../../model/states.ts";

/** The link to continue a closed conversation with a new one in the same context. */
export function followUp(baseUrl: string, contextId: string) {
  return {
    method: "POST" as const,
    href: `${baseUrl}/v1/conversations`,
    contextId,
  };
}

/**
 * The first fields of a viewer's follow-up: all others who were openly in it, except the
 * service's own agents, and its title marked as an answer.
 */
export function followUpInput(conversation: Conversation, viewer: Participant) {
  const { title } = conversation;
  const answer = title.startsWith("Re: ") ? title : `Re: ${title}`;
  return {
    to: visibleTo(conversation, viewer)
      .filter(
        ({ position, role, kind }) =>
          position !== viewer.position && role !== "bcc" && kind !== "service",
      )
      .map(({ address }) => address),
    title: partOf(answer, 0, LIMITS.titleCharsMax),
  };
}

/** True while a person decides whether it is sent at all. */
export function isUnsent(conversation: Conversation): boolean {
  return openAbout(conversation, "submit").length > 0;
}

/**
 * Refuses to change what a person is deciding about while the question is open.
 * @throws wrong_state
 */
export function refuseUnsent(conversation: Conversation, what: Sentence): void {
  if (!isUnsent(conversation)) return;
  throw new ServiceError("wrong_state", {
    detail: told`Cannot ${what}: it hasn't been sent yet, because its person still has to approve it.`,
    extra: { state: conversation.state },
  });
}

/**
 * Refuses a message where none can be added any more. A message after completion does not
 * reopen the conversation; a finished A2A task takes none (A2A v1.0, section 3.1.1).
 * @throws conversation_closed
 */
export function refuseAfterword(
  call: QueryCall,
  conversation: Conversation,
  what: Sentence,
): void {
  const until = afterwordsUntil(conversation);
  const isInTime = until !== undefined && call.now < until;
  if (isInTime && call.caller.via !== "a2a") return;
  refuseClosed(call, conversation, what);
}

/**
 * Refuses a message that would wait for a person: in a closed conversation nothing waits.
 * @throws conversation_closed
 */
export function refuseToWait(
  call: QueryCall,
  conversation: Conversation,
): void {
  refuseClosed(call, conversation, told`ask your person to approve a message`);
}

/**
 * Refuses what a closed conversation no longer takes.
 * @throws conversation_closed, with the link that starts a follow-up.
 */
export function refuseClosed(
  call: QueryCall,
  conversation: Conversation,
  what: Sentence,
): void {
  if (!isTerminal(conversation.state)) return;
  const { baseUrl } = call.settings;
  throw new ServiceError("conversation_closed", {
    detail: told`Cannot ${what}: the conversation is ${conversation.state}.`,
    extra: {
      state: conversation.state,
      links: { followUp: followUp(baseUrl, conversation.contextId) },
    },
  });
}
