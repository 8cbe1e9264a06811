import type { ConversationView } from "../core/conversations/projection/present.ts";
import type { Problem } from "../core/errors/errors.ts";
import type { Mark } from "./marks.ts";
import { SOMEBODY } from "./marks.ts";
import { maskAction, maskCheckpoint } from "./mask.ts";

type Action = NonNullable<ConversationView["releaseAction"]>;
type Checkpoint = ConversationView["checkpoints"][number];

/** The members of a problem that quote what others wrote. */
interface Quoting extends Problem {
  readonly releaseAction?: Action;
  readonly checkpoints?: readonly Checkpoint[];
}

/** The sentences of a problem, where they may name a type that the sender chose. */
const SENTENCES = ["detail", "error", "message", "missing"] as const;

/** Marks what a refusal quotes of others: a release action, open checkpoints. */
export function maskProblem(problem: Problem, mark: Mark): Problem {
  const { releaseAction, checkpoints }: Quoting = problem;
  const read = {
    mark,
    isMine: false,
    sender: SOMEBODY,
    myAddress: undefined,
    authorAt: () => SOMEBODY,
  };
  return {
    ...problem,
    ...(releaseAction && {
      ...withoutType(problem, releaseAction, mark),
      releaseAction: maskAction(releaseAction, read),
    }),
    ...(checkpoints && {
      checkpoints: checkpoints.map((it) => maskCheckpoint(it, read)),
    }),
  };
}

function withoutType(problem: Problem, action: Action, mark: Mark): object {
  if (action.type !== "artifact" || !action.mimeType) return {};
  const { mimeType } = action;
  const marker = mark(mimeType, "release action", SOMEBODY);
  const masked = SENTENCES.flatMap((name) => {
    const text = problem[name];
    return typeof text === "string"
      ? [[name, text.replaceAll(mimeType, marker)] as const]
      : [];
  });
  return Object.fromEntries(masked);
}
