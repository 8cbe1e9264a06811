import { actionOf } from "../api/actions.ts";
import { useAct } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** Completes work without a price, as soon as that is allowed. */
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
      // On a phone it has its own line: the words are longer than the space left.
      className="btn max-md:order-last max-md:mb-2 max-md:w-full"
      title={action.effect}
      aria-disabled={complete.isPending}
      onClick={() => !complete.isPending && complete.mutate({})}
    >
      <Icon name="check" size={18} /> {action.title}
    </button>
  );
}
