import { actorOf } from "../../../../access/actor.ts";
import type { CommandCall } from "../../../../access/context.ts";
import { authorKindOf } from "../../../../access/principal.ts";
import type { Sentence } from "../../../../base/words/sentence.ts";
import { told } from "../../../../base/words/sentence.ts";
import { ServiceError } from "../../../../errors/errors.ts";
import type {
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Part,
} from "../../../model/model.ts";
import { SENDER } from "../../../model/model.ts";
import { newSalt } from "../../../model/parts.ts";
import { closeCheckpoint } from "../../checkpoints/checkpoint.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { post } from "../../thread/post.ts";
import type { Decided, Deciding } from "./row.ts";

/** Used if the person gives no reason. */
const REFUSAL = "Not done: your person declined it.";

/** Closes the checkpoint as decided, with the comment. */
export function close(
  { call, conversation, checkpoint, comment, edited }: Deciding,
  status: Exclude<CheckpointStatus, "open">,
): Conversation {
  return closeCheckpoint(call, conversation, checkpoint, {
    status,
    comment,
    edited: edited !== undefined,
  });
}

/** A message's parts with another text; parts without text stay. */
export function partsWith(
  parts: readonly Part[],
  text: string | undefined,
): readonly Part[] {
  if (text === undefined) return parts;
  return [{ text }, ...parts.filter((it) => it.text === undefined)];
}

/** The common part of agents' requests during the work: a decline drops them. */
export const IN_WORK = { decline: drop, expire };

/** The common part of requests between an agent and its person. */
export const AMONG_THEMSELVES = {
  ...IN_WORK,
  decline: (deciding: Deciding): Conversation =>
    resume(
      deciding.call,
      close(deciding, "declined"),
      "refuse_action",
      "decided",
    ),
  notify: (): readonly number[] => [],
};

/** Drops what waited, and tells the agent why. */
async function drop(deciding: Deciding): Promise<Conversation> {
  const { call, asked, comment } = deciding;
  const closed = close(deciding, "declined");
  const words = comment ?? REFUSAL;
  const told = await say(deciding, closed, words, [asked.position]);
  return resume(call, told, "refuse_action", "decided");
}

/** Adds a decider's words as a message: to everyone, or to some. */
export async function say(
  { call, asked }: Deciding,
  conversation: Conversation,
  text: string,
  audience: readonly number[] | null = null,
): Promise<Conversation> {
  return await post(call, conversation, {
    id: call.newId("message"),
    author: asked.position,
    authorKind: authorKindOf(call.member),
    actor: actorOf(call),
    mode: audience ? "reply" : "reply-all",
    inReplyTo: null,
    parts: [{ text }],
    artifactIds: [],
    audience,
    asksFirst: false,
    a2a: null,
    salt: newSalt(call),
  });
}

/** Drops what waited; the work goes on. */
function expire(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "expired",
  });
  return resume(call, closed, "answer", "checkpoint_expired");
}

/** Does nothing if the action has changed since it was shown, and tells the approver. */
export function dropChanged(
  { call, conversation, checkpoint }: Deciding,
  refusal?: ServiceError | null,
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "superseded",
  });
  call.refuseAfter(refusal ?? changed(told`it has changed since it was shown`));
  return resume(call, closed, "answer", "superseded");
}

/** The refusal of an action that has changed since it was shown. */
export function changed(
  why: Sentence,
  checkpoints: readonly unknown[] = [],
): ServiceError {
  return new ServiceError("action_changed", {
    detail: told`Cannot approve: ${why}.`,
    extra: { checkpoints },
  });
}

/** Notifies the sender, who waits for the answer. */
export function toSender({ asked }: Decided): readonly number[] {
  return [SENDER].filter((position) => position !== asked.position);
}
