import type { Conversation } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";

/** True while a person decides whether it is sent at all: nothing can be added then. */
export function isUnsent({ checkpoints }: Conversation): boolean {
  return checkpoints.some(
    ({ status, action }) => status === "open" && action.act === "submit",
  );
}

/** Says why there is nowhere to write. */
export function Unsent() {
  return (
    <Notice>
      <p>
        You can write here once it is sent: it waits for your decision above.
      </p>
    </Notice>
  );
}
