import type { Action, Checkpoint, Conversation } from "./types.ts";

/** The action of this name, if the service offers it to the person. */
export function actionOf(
  { actions }: Conversation,
  name: Action["name"],
): Action | undefined {
  return actions?.find((it) => it.name === name);
}

/** The possible answers to one question, with what each needs. */
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
