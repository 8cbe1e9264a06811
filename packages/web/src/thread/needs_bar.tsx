import type { Checkpoint } from "../api/types.ts";
import { questionId } from "../checkpoint/question_id.ts";
import { Icon } from "../ui/icon.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { useInSight } from "../ui/use_in_sight.ts";

/** Leads to what waits for the person, while that is out of sight. */
export function NeedsBar({
  checkpoints,
}: {
  checkpoints: readonly Checkpoint[];
}) {
  const first = checkpoints.find(({ status }) => status === "open");
  const id = first && questionId(first.checkpointId);
  const isInSight = useInSight(
    () => (id ? document.getElementById(id) : null),
    id,
  );
  if (!first || isInSight) return null;
  const show = () => {
    const card = document.getElementById(questionId(first.checkpointId));
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  return (
    <div className="sticky top-0 z-10 tall:hidden border-accent border-b bg-card px-4 py-1.5">
      <button
        type="button"
        className="flex min-h-9 w-full items-center gap-2 text-left font-semibold text-accent"
        onClick={show}
      >
        <Icon name="needs" size={18} />
        <span className="min-w-0 flex-1 truncate">
          {rich`Needs you: ${<bdi>{first.title}</bdi>}`}
        </span>
        <span className="underline">{t`Show`}</span>
      </button>
    </div>
  );
}
