import { actionOf } from "../api/actions.ts";
import { useAct } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** Finishes work that nobody pays for, as soon as that may be done. */
export function CompleteButton({
  conversation,
}: {
  conversation: Conversation;
}) {
  const complete = useAct(conversation.id, "complete", { says: t`Completed` });
  const action = actionOf(conversation, "complete");
  if (!action?.ready) return null;
  return (
    <button
      type="button"
      className="btn"
      title={action.effect}
      aria-disabled={complete.isPending}
      onClick={() => !complete.isPending && complete.mutate({})}
    >
      <Icon name="check" size={18} /> {action.title}
    </button>
  );
}
