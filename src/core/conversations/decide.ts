import type { CommandCall, QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { approveSubmit, declineSubmit } from "./approve_submit.ts";
import { isMaker } from "./ask.ts";
import { approveCancel, dropCancel } from "./cancel.ts";
import { startWork } from "./change.ts";
import type { Answer, Decision } from "./checkpoint.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import { fund } from "./fund.ts";
import { approveGrant, declineGrant } from "./grant.ts";
import { madeByCaller } from "./may_decide.ts";
import type { Checkpoint, Conversation, Participant } from "./model.ts";
import { approveOutward, declineOutward } from "./outward.ts";
import { checkpointTo } from "./present_to.ts";
import { decideQuestion } from "./question.ts";
import { dropAsk, isPriceAsk } from "./raise.ts";
import { closeWithout } from "./settle.ts";
import { isEndedByDecline } from "./takers.ts";
import { IN_WORK } from "./waiting.ts";

const STATUS_OF = { approve: "approved", decline: "declined" } as const;

/**
 * The checkpoint that a decision is about: the one named, or the only one that
 * is open for the caller to decide (decisions.md E). Maker is not checker: an
 * agent never decides what it proposed itself.
 * @throws checkpoint_not_found, not_your_checkpoint, maker_cannot_decide,
 * no_open_checkpoint, ambiguous_checkpoint
 */
export async function checkpointFor(
  call: QueryCall,
  conversation: Conversation,
  checkpointId: string | undefined,
): Promise<Checkpoint> {
  if (checkpointId !== undefined) {
    return namedCheckpoint(call, conversation, checkpointId);
  }
  const mine = conversation.checkpoints.filter(
    (it) => it.forAccountId === call.member.accountId,
  );
  const waiting = mine.filter((it) => it.status === "open");
  const open = waiting.filter((it) => !isMaker(it, call.member));
  if (waiting.length > 0 && open.length === 0) throw madeByCaller();
  const [only] = open;
  if (only && open.length === 1) return only;
  if (open.length > 1) {
    const checkpoints = await Promise.all(
      open.map((it) => checkpointTo(call, conversation, it)),
    );
    throw new ServiceError("ambiguous_checkpoint", { extra: { checkpoints } });
  }
  const last = mine.at(-1);
  if (last && hasEnded(last)) return last;
  throw new ServiceError("no_open_checkpoint");
}

function namedCheckpoint(
  call: QueryCall,
  conversation: Conversation,
  checkpointId: string,
): Checkpoint {
  const found = conversation.checkpoints.find((it) => it.id === checkpointId);
  if (!found) throw new ServiceError("checkpoint_not_found");
  if (found.forAccountId !== call.member.accountId) {
    throw new ServiceError("not_your_checkpoint");
  }
  if (isMaker(found, call.member)) throw madeByCaller();
  return found;
}

/** What the clock has closed is told apart from what was never asked. */
function hasEnded({ status }: Checkpoint): boolean {
  return status !== "open" && status !== "superseded";
}

/**
 * True if the same decision was taken before: then it is only repeated.
 * @throws already_decided, checkpoint_expired
 */
export function isRepeat(
  call: CommandCall,
  checkpoint: Checkpoint,
  decision: Decision,
): boolean {
  if (checkpoint.status === "open") {
    if (call.now < checkpoint.expiresAt) return false;
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === STATUS_OF[decision]) return true;
  if (checkpoint.status === "expired") {
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === "superseded") {
    throw new ServiceError("no_open_checkpoint");
  }
  throw new ServiceError("already_decided", {
    detail: `Cannot change the decision: it was ${checkpoint.status}.`,
  });
}

/**
 * Carries out a decision: of a submit, of a cancel, of a message to the outside, of
 * a question, of a raised price, or of an acceptance.
 * @throws as {@linkcode approveSubmit} and {@linkcode fund}
 */
export async function decide(
  call: CommandCall,
  conversation: Conversation,
  decider: Participant,
  answer: Answer,
): Promise<Conversation> {
  const { checkpoint, decision, comment } = answer;
  const isApproval = decision === "approve";
  const declined = { status: "declined", comment } as const;
  if (isPriceAsk(checkpoint)) {
    return isApproval
      ? await fund(call, conversation, { comment })
      : dropAsk(call, conversation, declined);
  }
  switch (checkpoint.action.act) {
    case "submit":
      return isApproval
        ? await approveSubmit(call, conversation, answer)
        : declineSubmit(call, conversation, answer);
    case "cancel":
      return isApproval
        ? approveCancel(call, conversation, decider, answer)
        : dropCancel(call, conversation, checkpoint, declined);
    case IN_WORK.outward:
      return isApproval
        ? await approveOutward(call, conversation, answer)
        : await declineOutward(call, conversation, decider, answer);
    case "grant":
      return isApproval
        ? await approveGrant(call, conversation, answer)
        : declineGrant(call, conversation, answer);
    case IN_WORK.ask:
      return decideQuestion(call, conversation, answer);
    default:
      return decideAcceptance(call, conversation, answer);
  }
}

/**
 * Answers an acceptance: approve starts the work, decline returns the price
 * (decisions.md C, rows 12 and 13).
 */
function decideAcceptance(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, decision, comment }: Answer,
): Conversation {
  const status = STATUS_OF[decision];
  const after = closeCheckpoint(call, conversation, checkpoint, {
    status,
    comment,
  });
  if (decision === "approve") return startWork(call, after);
  // While the sender's person decides about a cancel, a decline is one, too.
  const verb = after.state === "submitted" ? "decline" : "cancel";
  if (!isEndedByDecline(after, checkpoint)) return after;
  return closeWithout(call, after, verb, {
    reason: "declined",
    voidReason: "declined",
  });
}
