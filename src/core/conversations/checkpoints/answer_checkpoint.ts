import type { CommandCall } from "../../access/context.ts";
import type { Checkpoint, Conversation } from "../model/model.ts";
import type { ConversationView } from "../projection/present.ts";
import { presentTo } from "../projection/present_to.ts";
import { nextVersion } from "../store/change.ts";
import type { Loaded } from "../store/load.ts";
import { save } from "../store/save.ts";
import type { Decision } from "./checkpoint.ts";
import { checkpointFor, decide, hearersOf, isRepeat } from "./decide.ts";
import { refusalToApprove, refusalToDecline } from "./may_decide.ts";

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
 * @throws as {@linkcode checkpointFor}, {@linkcode refusalToApprove} and
 * {@linkcode decide}
 */
export async function answerCheckpoint(
  call: CommandCall,
  { conversation, viewerState, me }: Loaded,
  { checkpointId, decision, comment }: Answering,
): Promise<Answered> {
  const checkpoint = await checkpointFor(call, conversation, checkpointId);
  const repeat = isRepeat(call, checkpoint, decision);
  if (!repeat) await assertDecidable(call, conversation, checkpoint, decision);
  const after = repeat
    ? conversation
    : await decide(call, nextVersion(call, conversation), me, {
        checkpoint,
        decision,
        comment,
      });
  if (!repeat) {
    const decided = { before: conversation, after, decider: me, checkpoint };
    const notify = hearersOf(decided);
    save(call, conversation, after, { actor: me.position, notify });
  }
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

async function assertDecidable(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  decision: Decision,
): Promise<void> {
  const refusal =
    decision === "approve"
      ? await refusalToApprove(call, conversation, checkpoint)
      : refusalToDecline(call, conversation, checkpoint);
  if (refusal) throw refusal;
}
