import type { CommandCall } from "../../access/context.ts";
import type { Checkpoint, Conversation } from "../model/model.ts";
import type { ConversationView } from "../projection/present.ts";
import { checkpointTo, presentTo } from "../projection/present_to.ts";
import { nextVersion } from "../store/change.ts";
import type { Loaded } from "../store/load.ts";
import { save } from "../store/save.ts";
import type { Decision } from "./checkpoint.ts";
import { checkpointFor, isRepeat } from "./checkpoint_for.ts";
import { refusalToApprove, refusalToDecline } from "./may_decide.ts";
import { actRowOf } from "./table.ts";

/** What somebody answers, and to which checkpoint: the only open one if absent. */
export interface Answering {
  readonly checkpointId: string | undefined;
  readonly decision: Decision;
  readonly comment: string | null;
}

/** What came of an answer. */
export interface Answered {
  readonly conversationId: string;
  readonly checkpointId: string;
  readonly decision: Decision;
  readonly recorded: true;
  readonly state: Conversation["state"];
  readonly conversation: ConversationView;
}

/**
 * Answers a checkpoint in the name of the call's member, once: a repeat gives what
 * came of it.
 * @throws as {@linkcode checkpointFor} and {@linkcode decide}
 */
export async function answerCheckpoint(
  call: CommandCall,
  loaded: Loaded,
  { checkpointId, decision, comment }: Answering,
): Promise<Answered> {
  const { conversation, viewerState } = loaded;
  const checkpoint = await checkpointFor(call, conversation, checkpointId);
  const repeat = isRepeat(call, checkpoint, decision);
  const after = repeat
    ? conversation
    : await decide(call, loaded, checkpoint, { decision, comment });
  const mine = repeat ? viewerState : { ...viewerState, unread: false };
  return {
    conversationId: conversation.id,
    checkpointId: checkpoint.id,
    decision,
    recorded: true,
    state: after.state,
    conversation: await presentTo(call, after, mine),
  };
}

/**
 * Carries out a decision by what it is about, and tells whom it concerns.
 * @throws as {@linkcode refusalToApprove}, and what the act itself refuses
 */
async function decide(
  call: CommandCall,
  { conversation: before, me: asked }: Loaded,
  checkpoint: Checkpoint,
  { decision, comment }: Pick<Answering, "decision" | "comment">,
): Promise<Conversation> {
  const refusal =
    decision === "approve"
      ? await refusalToApprove(call, before, checkpoint)
      : refusalToDecline(call, before, checkpoint);
  if (refusal) throw refusal;
  const row = actRowOf(checkpoint);
  const after = await row[decision]({
    call,
    conversation: nextVersion(call, before),
    checkpoint,
    asked,
    comment,
    show: (conversation, shown) => checkpointTo(call, conversation, shown),
  });
  const notify = row.notify({ before, after, asked, checkpoint });
  save(call, before, after, { actor: asked.position, notify });
  return after;
}
