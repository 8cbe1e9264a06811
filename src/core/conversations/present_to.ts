import { hasScope } from "../access.ts";
import type { QueryCall } from "../context.ts";
import { refusalToApprove, refusalToDecline } from "./may_decide.ts";
import type { Checkpoint, Conversation, Membership } from "./model.ts";
import type { ConversationView } from "./present.ts";
import { present } from "./present.ts";
import type { CheckpointView } from "./present_checkpoint.ts";
import { approvalUrl, presentCheckpoint } from "./present_checkpoint.ts";
import type { Window } from "./window.ts";
import { READ_WINDOW } from "./window.ts";
import {
  withoutBalance,
  withoutOwnMoney,
  withoutThread,
  withoutWords,
} from "./withheld.ts";

/**
 * A conversation as the caller sees it: the viewer's form, and what of its open
 * checkpoints this caller may decide. The same value for the same viewer as long as
 * they may decide them all. Whoever may not read it gets no more than where it stands.
 */
export async function presentTo(
  call: QueryCall,
  conversation: Conversation,
  seat: Membership,
  window: Window = READ_WINDOW,
): Promise<ConversationView> {
  const whole = await wholeView(call, conversation, seat, window);
  const view = maySeeMoney(call) ? whole : withoutBalance(whole);
  return mayRead(call) ? view : withoutThread(view);
}

async function wholeView(
  call: QueryCall,
  conversation: Conversation,
  seat: Membership,
  window: Window,
): Promise<ConversationView> {
  const view = present(call.settings, conversation, seat, window);
  let isSame = true;
  const checkpoints: CheckpointView[] = [];
  for (const shown of view.checkpoints) {
    const checkpoint = conversation.checkpoints.find(
      ({ id }) => id === shown.checkpointId,
    );
    const told = checkpoint
      ? await toldTo(call, conversation, checkpoint, shown)
      : shown;
    isSame &&= told === shown;
    checkpoints.push(told);
  }
  return isSame ? view : { ...view, checkpoints };
}

/** One checkpoint as the caller sees it. */
export async function checkpointTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Promise<CheckpointView> {
  const { settings } = call;
  const shown = presentCheckpoint(settings, conversation, checkpoint);
  const whole = await toldTo(call, conversation, checkpoint, shown);
  const told = maySeeMoney(call) ? whole : withoutOwnMoney(whole);
  return mayRead(call) ? told : withoutWords(told);
}

/** A write needs no right to read, and then does not read. */
function mayRead({ member }: QueryCall): boolean {
  return hasScope(member, "conversations:read");
}

/** What an account has is no part of a conversation that reads it may include. */
function maySeeMoney({ member }: QueryCall): boolean {
  return hasScope(member, "payments:read");
}

async function toldTo(
  call: QueryCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  shown: CheckpointView,
): Promise<CheckpointView> {
  if (checkpoint.status !== "open") return shown;
  const refusal = await refusalToApprove(call, conversation, checkpoint);
  if (!refusal) return shown;
  const { code, message: detail } = refusal;
  return {
    ...shown,
    mayDecide: false,
    mayDecline: !refusalToDecline(call, conversation, checkpoint),
    because: { code, detail },
    approvalUrl: approvalUrl(call.settings, conversation, checkpoint),
    allowed: [],
  };
}
