import { actionOf } from "../api/actions.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";

/** True where words would reach nobody yet: it has not left its sender. */
export function reachesNobody(
  conversation: Conversation,
  me: Participant | undefined,
): boolean {
  const isSent = conversation.folders.includes("sent");
  return !actionOf(conversation, "reply") || (me?.role === "sender" && !isSent);
}

/** Says why there is nowhere to write. */
export function Unsent({
  conversation: { nextStep },
}: {
  conversation: Conversation;
}) {
  return (
    <Notice>
      <p>You can write here once it is sent. {nextStep.text}</p>
    </Notice>
  );
}
