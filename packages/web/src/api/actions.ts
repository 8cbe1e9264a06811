import type { Action, Checkpoint, Conversation } from "./types.ts";

/** What the service lets the person do by this name; nothing where it is not theirs. */
export function actionOf(
  { actions }: Conversation,
  name: Action["name"],
): Action | undefined {
  return actions?.find((it) => it.name === name);
}

/** What can be answered to one question, and what each answer needs. */
export function answersIn(
  { actions }: Conversation,
  { checkpointId }: Checkpoint,
) {
  const own = actions?.filter((it) => it.checkpointId === checkpointId);
  return {
    approve: own?.find(({ name }) => name === "accept" || name === "approve"),
    trust: own?.find(({ name }) => name === "accept_and_trust"),
    decline: own?.find(({ name }) => name === "decline"),
  };
}
