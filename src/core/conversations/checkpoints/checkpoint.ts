import type { Actor } from "../../access/actor.ts";
import { actorOf } from "../../access/actor.ts";
import type { CommandCall } from "../../access/context.ts";
import { digestOf } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { showMoney } from "../../base/money.ts";
import { HOUR_MS } from "../../base/time.ts";
import { tellNeedsYou } from "../../mail/notices.ts";
import type { RuleResult } from "../../review/rules.ts";
import { acceptanceRules } from "../drafts/admission.ts";
import type {
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Participant,
} from "../model/model.ts";
import { recordEvent } from "../store/change.ts";
import { commitmentOf } from "../store/seals.ts";
import { openAcceptance } from "./may_accept.ts";

/**
 * Asks each addressed account that the sender pays, that does not know the
 * sender, or to whom the sender claims to be closer, to accept
 * (docs/approvals.md, What accepts).
 * @param asked Who has joined just now; everybody if absent.
 */
export async function openAcceptances(
  call: CommandCall,
  conversation: Conversation,
  asked: readonly Participant[] = conversation.participants,
): Promise<Conversation> {
  let after = conversation;
  for (const it of asked) {
    const rules = await acceptanceRules(call, conversation, it);
    if (rules.length === 0) continue;
    after = open(call, after, acceptanceFor(call, conversation, it, rules));
  }
  return after;
}

/**
 * Opens a checkpoint; only its audience has it in the records, which commit to a
 * message that waits and never hold it.
 */
export function open(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  const { id: checkpointId, reviewId, pendingMessage } = checkpoint;
  recordEvent(call, conversation, "checkpoint.opened", {
    checkpointId,
    ...(reviewId !== null && { reviewId }),
    ...(pendingMessage && {
      refs: { messageId: pendingMessage.id },
      commitment: commitmentOf(pendingMessage),
    }),
    audience: audienceOf(conversation, checkpoint),
  });
  const checkpoints = [...conversation.checkpoints, checkpoint];
  return { ...conversation, checkpoints };
}

/** Positions of the account that a checkpoint asks. */
export function audienceOf(
  { participants }: Conversation,
  { forAccountId }: Checkpoint,
): readonly number[] {
  return participants
    .filter((it) => it.accountId === forAccountId)
    .map((it) => it.position);
}

/** Mails those for whom a checkpoint is new, as far as they want it. */
export async function tellAsked(
  call: CommandCall,
  before: Conversation,
  { id: conversationId, checkpoints }: Conversation,
): Promise<void> {
  for (const it of checkpoints) {
    if (it.status !== "open" || before.checkpoints.includes(it)) continue;
    await tellNeedsYou(call, { accountId: it.forAccountId, conversationId });
  }
}

function acceptanceFor(
  call: CommandCall,
  conversation: Conversation,
  recipient: Participant,
  rules: readonly RuleResult[],
): Checkpoint {
  const { id, title, price, release, fromAddress, fromName } = conversation;
  const paid = conversation.payment?.payeeId === recipient.accountId;
  const offer = paid
    ? `${showMoney(price).amount} USDC (TEST) is held for you until you sign the receipt`
    : "No price is offered to you";
  const claim = rules.some(({ id: rule }) => rule === "R-PRIVILEGE")
    ? ` They claim to be ${conversation.contactType} to you, which your contacts do not say.`
    : "";
  const action = {
    act: "accept" as const,
    conversationId: id,
    from: fromAddress,
    price: paid ? showMoney(price).amountAtomic : "0",
    release,
  };
  return {
    id: call.newId("checkpoint"),
    kind: "acceptance",
    title: `Accept the request from ${fromName}`,
    summary: `${fromAddress} asks: ${title}. ${offer}.${claim} Declining returns any held price to the sender.`,
    action,
    actionDigest: digestOf(action),
    rules,
    forAccountId: recipient.accountId ?? "",
    openedAt: call.now,
    expiresAt: call.now + LIMITS.acceptanceHours * HOUR_MS,
    status: "open",
    decidedBy: null,
    decidedActor: null,
    decidedAt: null,
    comment: null,
    askedBy: {
      address: fromAddress,
      name: fromName,
      kind: conversation.messages[0]?.authorKind ?? "person",
    },
    reviewId: null,
    pendingMessage: null,
  };
}

/** What a checkpoint can be answered with. */
export type Decision = "approve" | "decline";

/** What is decided of a checkpoint, and how. */
export interface Answer {
  readonly checkpoint: Checkpoint;
  readonly decision: Decision;
  readonly comment: string | null;
}

/** How a checkpoint ends. */
export interface Closing {
  readonly status: Exclude<CheckpointStatus, "open">;
  readonly comment?: string | null;
}

/**
 * Closes one checkpoint by the caller's decision, with its record. A message that
 * waited for it is erased: it is posted now, or never.
 */
export function closeCheckpoint(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
  { status, comment = null }: Closing,
): Conversation {
  const closed: Checkpoint = {
    ...checkpoint,
    status,
    comment,
    pendingMessage: null,
    // Nobody decided what the clock has closed.
    decidedBy: call.member.accountId || null,
    // What only lost its object was decided by nobody, whoever caused it.
    decidedActor: isDecided(status) ? deciderOf(call) : null,
    decidedAt: call.now,
  };
  recordEvent(call, conversation, `checkpoint.${status}`, {
    checkpointId: checkpoint.id,
    audience: audienceOf(conversation, checkpoint),
  });
  return {
    ...conversation,
    artifacts: withoutDropped(conversation, closed),
    checkpoints: conversation.checkpoints.map((it) =>
      it === checkpoint ? closed : it,
    ),
  };
}

/** A file that was not let in goes, unless its person has sent it themselves. */
function withoutDropped(
  { artifacts, messages }: Conversation,
  { action, status }: Checkpoint,
): Conversation["artifacts"] {
  if (action.act !== "artifact" || status === "approved") return artifacts;
  const isSent = messages.some(({ artifactIds }) =>
    artifactIds.some((id) => id === action.artifactId),
  );
  return isSent
    ? artifacts
    : artifacts.filter(({ id }) => id !== action.artifactId);
}

/** The operator decides in an account's name, and the record says whose. */
function deciderOf(call: CommandCall): Actor {
  const actor = actorOf(call);
  const { accountId } = call.member;
  return actor.kind === "operator" ? { ...actor, accountId } : actor;
}

function isDecided(status: CheckpointStatus): boolean {
  return status === "approved" || status === "declined";
}

/** Takes what is still open off everybody's desk: it no longer matters. */
export function supersedeOpen(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  return conversation.checkpoints
    .filter((it) => it.status === "open")
    .reduce(
      (after, it) => closeCheckpoint(call, after, it, { status: "superseded" }),
      conversation,
    );
}

/** Answers the acceptance that waits for an account, if one does, with yes. */
export function acceptIfAsked(
  call: CommandCall,
  conversation: Conversation,
  accountId: string | null,
): Conversation {
  const waiting = openAcceptance(conversation, accountId);
  return waiting
    ? closeCheckpoint(call, conversation, waiting, { status: "approved" })
    : conversation;
}
