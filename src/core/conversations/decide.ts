import type { CommandCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { move } from "./change.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import { fund } from "./fund.ts";
import type { Checkpoint, Conversation, Participant } from "./model.ts";
import { presentCheckpoint } from "./present.ts";
import { dropAsk, isPriceAsk } from "./raise.ts";
import { closeWithout } from "./settle.ts";

export type Decision = "approve" | "decline";

const STATUS_OF = { approve: "approved", decline: "declined" } as const;

/**
 * The checkpoint that a decision is about: the one named, or the only one that
 * is open for the account (decisions.md E).
 * @throws checkpoint_not_found, not_your_checkpoint, no_open_checkpoint,
 * ambiguous_checkpoint
 */
export function checkpointFor(
  conversation: Conversation,
  accountId: string,
  checkpointId: string | undefined,
): Checkpoint {
  if (checkpointId !== undefined) {
    return namedCheckpoint(conversation, accountId, checkpointId);
  }
  const mine = conversation.checkpoints.filter(
    (it) => it.forAccountId === accountId,
  );
  const open = mine.filter((it) => it.status === "open");
  const [only] = open;
  if (only && open.length === 1) return only;
  if (open.length > 1) {
    throw new ServiceError("ambiguous_checkpoint", {
      extra: { checkpoints: open.map(presentCheckpoint) },
    });
  }
  const last = mine.at(-1);
  if (last && isDecided(last)) return last;
  throw new ServiceError("no_open_checkpoint");
}

function namedCheckpoint(
  conversation: Conversation,
  accountId: string,
  checkpointId: string,
): Checkpoint {
  const found = conversation.checkpoints.find((it) => it.id === checkpointId);
  if (!found) throw new ServiceError("checkpoint_not_found");
  if (found.forAccountId !== accountId) {
    throw new ServiceError("not_your_checkpoint");
  }
  return found;
}

function isDecided({ status }: Checkpoint): boolean {
  return status === "approved" || status === "declined";
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

/** What is decided of a checkpoint, and how. */
export interface Answer {
  readonly checkpoint: Checkpoint;
  readonly decision: Decision;
  readonly comment: string | null;
}

/**
 * Carries out a decision: of an acceptance, or of a raised price.
 * @throws as {@linkcode fund}
 */
export async function decide(
  call: CommandCall,
  conversation: Conversation,
  decider: Participant,
  answer: Answer,
): Promise<Conversation> {
  if (!isPriceAsk(answer.checkpoint)) {
    return decideAcceptance(call, conversation, decider, answer);
  }
  const { decision, comment } = answer;
  return decision === "approve"
    ? await fund(call, conversation, { comment })
    : dropAsk(call, conversation, { status: "declined", comment });
}

/**
 * Answers an acceptance: approve starts the work, decline returns the price
 * (decisions.md C, rows 12 and 13).
 */
function decideAcceptance(
  call: CommandCall,
  conversation: Conversation,
  decider: Participant,
  { checkpoint, decision, comment }: Answer,
): Conversation {
  const status = STATUS_OF[decision];
  const after = closeCheckpoint(call, conversation, checkpoint, {
    status,
    comment,
  });
  if (decision === "approve") {
    return after.state === "submitted"
      ? move(call, after, after.state, "start")
      : after;
  }
  if (after.state !== "submitted" || !endsIt(after, decider)) return after;
  return closeWithout(call, after, "decline", {
    reason: "declined",
    voidReason: "declined",
  });
}

/**
 * The payee's decline ends a priced request. A free one ends when nobody whom
 * it addresses is left to take it.
 */
function endsIt(conversation: Conversation, decider: Participant): boolean {
  const { payment, participants, checkpoints } = conversation;
  if (payment) return payment.payeeId === decider.accountId;
  const declined = new Set(
    checkpoints
      .filter((it) => it.status === "declined")
      .map((it) => it.forAccountId),
  );
  return participants
    .filter((it) => it.role === "to")
    .every((it) => it.accountId !== null && declined.has(it.accountId));
}
