import { actOn, useChange } from "../api/changes.ts";
import type { Action, Conversation } from "../api/types.ts";
import { decidedWords } from "../ui/words.ts";

/** The keys of a row's answers; declining is only on the conversation's page. */
export const ANSWER_KEYS: Readonly<Partial<Record<Action["name"], string>>> = {
  accept: "a",
  accept_and_trust: "t",
  block: "b",
};

/** The actions that answer a request from its row, as the service offers them. */
export function answersOf({ actions = [] }: Conversation): readonly Action[] {
  return actions.filter(({ name, ready }) => ready && name in ANSWER_KEYS);
}

interface Answer {
  readonly id: string;
  readonly action: Action;
}

/** Answers a request without opening it. */
export function useAnswer(): (answer: Answer) => void {
  const { mutate, isPending } = useChange(
    ({ id, action: { name, checkpointId, input } }: Answer) =>
      actOn(id, "decisions", {
        checkpointId,
        decision: name === "block" ? "decline" : "approve",
        ...input,
      }),
    { says: (it, { action }) => decidedWords(it, action.checkpointId) },
  );
  return (answer) => {
    if (!isPending) mutate(answer);
  };
}
