import type { CommandCall } from "../context.ts";
import { digestOf } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { showMoney } from "../money.ts";
import { HOUR_MS } from "../time.ts";
import { note } from "./change.ts";
import { acceptanceRules } from "./doors.ts";
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
export async function openAcceptances(
  call: CommandCall,
  conversation: Conversation,
): Promise<Conversation> {
  const opened: Checkpoint[] = [];
  for (const it of conversation.participants) {
    const rules = await acceptanceRules(call, conversation, it);
    if (rules.length === 0) continue;
    const checkpoint = acceptanceFor(call, conversation, it, rules);
    opened.push(checkpoint);
    note(call, conversation, "checkpoint.opened", {
      checkpointId: checkpoint.id,
      audience: [it.position],
    });
  }
  if (opened.length === 0) return conversation;
  return {
    ...conversation,
    checkpoints: [...conversation.checkpoints, ...opened],
  };
}

function acceptanceFor(
  call: CommandCall,
  conversation: Conversation,
  recipient: Participant,
  rules: readonly string[],
): Checkpoint {
  const { id, title, price, release, fromAddress, fromName } = conversation;
  const paid = conversation.payment?.payeeId === recipient.accountId;
  const offer = paid
    ? `${showMoney(price).amount} USDC (TEST) is held for you until you sign the receipt`
    : "No price is offered to you";
  const claim = rules.includes("R-PRIVILEGE")
    ? ` They claim to be ${conversation.contactType} to you, which your contacts do not say.`
    : "";
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
    summary: `${fromAddress} asks: ${title}. ${offer}.${claim} Declining returns any held price to the sender.`,
    action,
    actionDigest: digestOf(action),
    rules,
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
    // Nobody decided what the clock has closed.
    decidedBy: call.member.accountId || null,
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
