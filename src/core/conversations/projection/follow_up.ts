import { LIMITS } from "../../base/limits.ts";
import { partOf } from "../../base/text.ts";
import { visibleTo } from "../model/audience.ts";
import type { Conversation, Participant } from "../model/model.ts";

/** How to continue a closed conversation: with a new one in the same context. */
export function followUp(baseUrl: string, contextId: string) {
  return {
    method: "POST" as const,
    href: `${baseUrl}/v1/conversations`,
    contextId,
  };
}

/**
 * What a viewer's follow-up begins with: everybody else who was openly in it, but the
 * service's own agents, and its title as the answer to it.
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
