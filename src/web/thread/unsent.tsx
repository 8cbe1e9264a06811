import type { Conversation } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";
import type { Own } from "./parties.ts";

/** True while it has not left its sender: nothing can be added then. */
export function isUnsent({ folders }: Conversation, own: Own): boolean {
  return own.isSender && !folders.includes("sent");
}

/** Says why there is nowhere to write. */
export function Unsent({
  conversation: { state },
}: {
  conversation: Conversation;
}) {
  return (
    <Notice>
      <p>
        You can write here once it is sent: it waits for{" "}
        {state === "auth-required" ? "the payment" : "your decision above"}.
      </p>
    </Notice>
  );
}
