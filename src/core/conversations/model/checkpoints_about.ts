import type { Act } from "./acts.ts";
import type { Checkpoint, Conversation } from "./model.ts";

/** True for a checkpoint about one act. */
export function isAbout<A extends Act>(
  checkpoint: Checkpoint,
  act: A,
): checkpoint is Checkpoint<A> {
  return checkpoint.action.act === act;
}

/** The open checkpoints about one act. */
export function openAbout<A extends Act>(
  { checkpoints }: Pick<Conversation, "checkpoints">,
  act: A,
): readonly Checkpoint<A>[] {
  return checkpoints
    .filter(({ status }) => status === "open")
    .filter((it) => isAbout(it, act));
}
