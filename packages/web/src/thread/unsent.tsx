import { actionOf } from "../api/actions.ts";
import type { Conversation } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";

/** True if words would reach nobody yet: it is not sent. */
export function reachesNobody(conversation: Conversation): boolean {
  const { reply = [], "reply-all": all = [] } = conversation.replyReaders ?? {};
  return !actionOf(conversation, "reply") || reply.length + all.length === 0;
}

/** Says why one cannot write here. */
export function Unsent({
  conversation: { nextStep },
}: {
  conversation: Conversation;
}) {
  return (
    <Notice>
      <p>{nextStep.text}</p>
    </Notice>
  );
}
