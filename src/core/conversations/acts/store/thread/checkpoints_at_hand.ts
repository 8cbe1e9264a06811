import { ID_PREFIXES } from "../../../../base/ids.ts";
import { LIMITS } from "../../../../base/limits.ts";
import { isAbout } from "../../../model/checkpoints_about.ts";
import type { Checkpoint, Conversation, Tally } from "../../../model/model.ts";

/** The tally with the older checkpoints that must stay loaded. Pure. */
export function withAsked({ tally, checkpoints }: Conversation): Tally {
  const older = olderThatDecide(checkpoints);
  if (older.length === 0 && !tally.asked) return tally;
  const { asked: _, ...rest } = tally;
  return older.length === 0
    ? rest
    : { ...rest, asked: older.map(({ id }) => id) };
}

/** The conversation with the checkpoints that are read with it. Pure. */
export function withNewest(conversation: Conversation): Conversation {
  const { checkpoints } = conversation;
  if (checkpoints.length <= LIMITS.checkpointsReadMax) return conversation;
  const older = olderThatDecide(checkpoints);
  const read = [...older, ...checkpoints.slice(-LIMITS.checkpointsReadMax)];
  return read.length === checkpoints.length
    ? conversation
    : { ...conversation, checkpoints: read };
}

/** True if one of the ids may be a checkpoint that is not loaded. Pure. */
export function lacksCheckpoint(
  { checkpoints }: Conversation,
  names: readonly string[],
): boolean {
  if (checkpoints.length < LIMITS.checkpointsReadMax) return false;
  return names.some(
    (name) =>
      name.startsWith(ID_PREFIXES.checkpoint) &&
      !checkpoints.some(({ id }) => id === name),
  );
}

function olderThatDecide(
  checkpoints: readonly Checkpoint[],
): readonly Checkpoint[] {
  return checkpoints.length <= LIMITS.checkpointsReadMax
    ? []
    : checkpoints.slice(0, -LIMITS.checkpointsReadMax).filter(decides);
}

/** True for what later acts check: open ones, acceptances, refund requests. */
function decides(it: Checkpoint): boolean {
  return it.status === "open" || isAbout(it, "accept") || isAbout(it, "refund");
}
