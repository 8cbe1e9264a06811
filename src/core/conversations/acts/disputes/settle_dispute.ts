import type { CommandCall } from "../../../access/context.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { settleHold } from "../../../payments/rail.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type { DisputeOutcome, Split } from "../../model/terms/dispute.ts";
import { freezeOf } from "../../model/terms/disputed.ts";
import { supersedeOpen } from "../checkpoints/checkpoint.ts";
import { endDispute } from "../settlement/dispute_end.ts";
import { move, setPayment } from "../store/change.ts";

/** A decision about all that is held. */
interface Settled {
  readonly status: "settled" | "ruled";
  readonly returned: MicroUsdc;
  readonly released: MicroUsdc;
  /** The arbiter's words. */
  readonly text: string;
  /** The number that was taken, if one was. */
  readonly taken?: Split;
}

/**
 * Splits what is held as it was decided, and ends the conversation: both parts move in the
 * same commit (docs/states.md, rows 30 and 31).
 */
export async function settleDispute(
  call: CommandCall,
  conversation: Conversation,
  by: Participant,
  { status, taken, ...split }: Settled,
): Promise<Conversation> {
  const { payment } = conversation;
  if (!payment) throw new RangeError("A disputed price has a payment");
  const { returned, released } = split;
  const outcome = await signed(call, conversation, by, { status, ...split });
  const ended = endDispute(call, conversation, {
    ...{ status, outcome },
    ...(taken && { taken }),
  });
  const { id: conversationId } = conversation;
  const parts = { conversationId, released, returned };
  const settled = settleHold(call, payment, {
    ...parts,
    reason: "dispute_settled",
  });
  const type = released > 0 ? "payment.released" : "payment.voided";
  const paid = setPayment(call, ended, settled, type, {
    refs: {
      disputeId: freezeOf(conversation)?.id ?? "",
      ...{ released: String(released), returned: String(returned) },
    },
  });
  const cleared = supersedeOpen(call, paid);
  const verb = released > 0 ? "dispute_settled" : "dispute_returned";
  const reason = "dispute_settled";
  return move(call, cleared, conversation.state, verb, { reason });
}

/** The signed outcome, which names what was disputed and by whom it was decided. */
async function signed(
  call: CommandCall,
  conversation: Conversation,
  { position: by, address }: Participant,
  { status, returned, released, text }: Omit<Settled, "taken">,
): Promise<Omit<DisputeOutcome, "at">> {
  const dispute = freezeOf(conversation);
  const jws = await call.signer.sign({
    conversationId: conversation.id,
    disputeId: dispute?.id ?? "",
    ...{ status, by: address },
    return: showMoney(returned).amount,
    release: showMoney(released).amount,
    at: showTime(call.now),
  });
  return { by, returned, released, text, jws };
}
