import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api } from "../api/client.ts";
import type { Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import type { Own } from "./parties.ts";

/** Finishes work that nobody pays for; a held price needs a receipt instead. */
export function CompleteButton({
  conversation: { id, state, payment },
  own,
}: {
  conversation: Conversation;
  own: Own;
}) {
  const complete = useChange(
    () =>
      api<Changed>(`/v1/conversations/${id}/complete`, {
        method: "POST",
        json: {},
      }),
    { says: "Completed" },
  );
  if (!own.isAddressed || state !== "working" || payment.status === "held") {
    return null;
  }
  return (
    <button
      type="button"
      className="btn"
      aria-disabled={complete.isPending}
      onClick={() => complete.mutate(undefined)}
    >
      <Icon name="check" size={18} /> Complete
    </button>
  );
}
