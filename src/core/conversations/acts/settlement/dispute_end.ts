import type { Change, CommandCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { heldOf } from "../../../payments/model.ts";
import { openAbout } from "../../model/checkpoints_about.ts";
import type { Checkpoint, Conversation } from "../../model/model.ts";
import type {
  Dispute,
  DisputeOutcome,
  DisputeStatus,
  Split,
} from "../../model/terms/dispute.ts";
import {
  disputants,
  freezeOf,
  openDisputeOf,
} from "../../model/terms/disputed.ts";
import type { Closing } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import { recordEvent } from "../store/change.ts";

/** The conversation with another value of its dispute. Pure. */
export function withDispute(
  conversation: Conversation,
  dispute: Dispute,
): Conversation {
  return { ...conversation, terms: { ...conversation.terms, dispute } };
}

/** Records a step of a dispute for those who see it. */
export function recordDispute(
  call: CommandCall,
  conversation: Conversation,
  step: string,
  details: Pick<Change, "refs" | "commitment"> = {},
): void {
  const { dispute } = conversation.terms ?? {};
  if (!dispute) throw new RangeError("A recorded dispute exists");
  const { id: disputeId, status } = dispute;
  recordEvent(call, conversation, `dispute.${step}`, {
    ...details,
    refs: { disputeId, ...details.refs },
    audience: disputants(conversation),
    event: {
      name: "dispute.changed",
      version: conversation.version,
      state: conversation.state,
      disputeId,
      status,
    },
  });
}

/** How a dispute ends, and which of its numbers was taken. */
export interface DisputeEnd {
  readonly status: Exclude<DisputeStatus, "open" | "arbitration">;
  readonly outcome: Omit<DisputeOutcome, "at">;
  readonly taken?: Split;
}

/** Ends the dispute of a conversation, and the questions about it. */
export function endDispute(
  call: CommandCall,
  conversation: Conversation,
  { status, outcome, taken }: DisputeEnd,
): Conversation {
  const dispute = openDisputeOf(conversation);
  if (!dispute) throw new RangeError("An open dispute ends");
  const splits = dispute.splits.map((it): Split => {
    if (it === taken) return { ...it, status: "taken" };
    return it.status === "open" ? { ...it, status: "ended" } : it;
  });
  const ended = withDispute(conversation, {
    ...dispute,
    ...{ status, splits, outcome: { ...outcome, at: call.now } },
  });
  const { returned, released } = outcome;
  recordDispute(call, ended, status, {
    refs: { returned: String(returned), released: String(released) },
  });
  return closeAsks(call, ended);
}

/** Which questions about a dispute are closed, and how. */
interface Asks {
  /** Both if absent. */
  readonly act?: "dispute" | "arbitration";
  /** Those to one account; all if absent. */
  readonly accountId?: string | null;
  readonly status?: Closing["status"];
}

/** Closes open questions about a dispute. */
export function closeAsks(
  call: CommandCall,
  conversation: Conversation,
  { act, accountId, status = "superseded" }: Asks = {},
): Conversation {
  const acts = act ? [act] : (["dispute", "arbitration"] as const);
  return acts
    .flatMap((it): readonly Checkpoint[] => openAbout(conversation, it))
    .filter((it) => accountId === undefined || it.forAccountId === accountId)
    .reduce(
      (after, it) => closeCheckpoint(call, after, it, { status }),
      conversation,
    );
}

/**
 * Ends the dispute of a conversation that ends otherwise, and all that is held goes back: by a
 * side's cancel it is settled, by the clock it lapses.
 */
export function lapse(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  if (!freezeOf(conversation)) return conversation;
  const by = sideOf(call, conversation);
  const returned = conversation.payment ? heldOf(conversation.payment) : 0;
  const outcome = { by, returned, released: 0, text: "" };
  const status = by === null ? "lapsed" : "settled";
  return endDispute(call, conversation, { status, outcome });
}

/**
 * Ends the claim for a released price, if one is open: with a refund, or without.
 */
export function endClaim(
  call: CommandCall,
  conversation: Conversation,
  status: "settled" | "declined" | "lapsed",
  returned: MicroUsdc = 0,
): Conversation {
  if (openDisputeOf(conversation)?.about !== "released") return conversation;
  const by = sideOf(call, conversation);
  const outcome = { by, returned, released: 0, text: "" };
  return endDispute(call, conversation, { status, outcome });
}

function sideOf(
  { member: { accountId } }: CommandCall,
  { participants }: Conversation,
): number | null {
  const side = participants.find(
    (it) => it.accountId !== null && it.accountId === accountId,
  );
  return side?.position ?? null;
}
