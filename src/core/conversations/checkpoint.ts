import type { CommandCall } from "../context.ts";
import { digestOf } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { tellNeedsYou } from "../mail/outbox.ts";
import { showMoney } from "../money.ts";
import { HOUR_MS } from "../time.ts";
import { note } from "./change.ts";
import type {
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Participant,
} from "./model.ts";

/**
 * Asks each addressed account that the sender pays, or that does not know the
 * sender, to accept (decisions.md C, acceptance).
 */
export function openAcceptances(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const asked = conversation.participants.filter((it) =>
    needsAcceptance(conversation, it),
  );
  if (asked.length === 0) return conversation;
  const opened = asked.map((it) => acceptanceFor(call, conversation, it));
  for (const [index, checkpoint] of opened.entries()) {
    note(call, conversation, "checkpoint.opened", {
      checkpointId: checkpoint.id,
      audience: [asked[index]?.position ?? 0],
    });
  }
  return {
    ...conversation,
    checkpoints: [...conversation.checkpoints, ...opened],
  };
}

/** Asks one who has joined later the same. */
export function openAcceptanceOf(
  call: CommandCall,
  conversation: Conversation,
  joined: Participant,
): Conversation {
  if (!needsAcceptance(conversation, joined)) return conversation;
  const opened = acceptanceFor(call, conversation, joined);
  const audience = [joined.position];
  note(call, conversation, "checkpoint.opened", {
    checkpointId: opened.id,
    audience,
  });
  const checkpoints = [...conversation.checkpoints, opened];
  return { ...conversation, checkpoints };
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

function needsAcceptance({ payment }: Conversation, it: Participant): boolean {
  if (it.role !== "to" || it.accountId === null || it.kind === "service") {
    return false;
  }
  return payment?.payeeId === it.accountId || !it.knows.includes(0);
}

function acceptanceFor(
  call: CommandCall,
  conversation: Conversation,
  recipient: Participant,
): Checkpoint {
  const { id, title, price, release, fromAddress, fromName } = conversation;
  const paid = conversation.payment?.payeeId === recipient.accountId;
  const offer = paid
    ? `${showMoney(price).amount} USDC is held for you until you sign the receipt`
    : "No price is offered to you";
  const action = {
    act: "accept",
    conversationId: id,
    from: fromAddress,
    price: paid ? showMoney(price).amountAtomic : "0",
    release,
  };
  return {
    id: call.newId("checkpoint"),
    kind: "acceptance",
    title: `Accept the request from ${fromName}`,
    summary: `${fromAddress} asks: ${title}. ${offer}. Declining returns any held price to the sender.`,
    action,
    actionDigest: digestOf(action),
    rules: paid ? ["R-PRICED"] : ["R-STRANGER"],
    forAccountId: recipient.accountId ?? "",
    openedAt: call.now,
    expiresAt: call.now + LIMITS.acceptanceHours * HOUR_MS,
    status: "open",
    decidedBy: null,
    decidedAt: null,
    comment: null,
  };
}

/** How a checkpoint ends. */
export interface Closing {
  readonly status: Exclude<CheckpointStatus, "open">;
  readonly comment?: string | null;
}

/** Closes one checkpoint by the caller's decision, with its record. */
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
    decidedBy: call.member.accountId,
    decidedAt: call.now,
  };
  const audience = conversation.participants
    .filter((it) => it.accountId === checkpoint.forAccountId)
    .map((it) => it.position);
  note(call, conversation, `checkpoint.${status}`, {
    checkpointId: checkpoint.id,
    audience,
  });
  return {
    ...conversation,
    checkpoints: conversation.checkpoints.map((it) =>
      it === checkpoint ? closed : it,
    ),
  };
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
  const waiting = conversation.checkpoints.find(
    (it) =>
      it.kind === "acceptance" &&
      it.status === "open" &&
      it.forAccountId === accountId,
  );
  return waiting
    ? closeCheckpoint(call, conversation, waiting, { status: "approved" })
    : conversation;
}
