import type { Actor } from "../../../access/actor.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { auditStore } from "../../../audit/store.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { labelOf, showMoney } from "../../../base/money.ts";
import { showTime } from "../../../base/time.ts";
import { feeOn } from "../../../payments/fees.ts";
import type { Payment, Receipt } from "../../../payments/model.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { agreedOf } from "../../model/terms/agreed.ts";
import type { Milestone } from "../../model/terms/milestone.ts";
import { earnsAfter, nextMilestone } from "../../model/terms/steps.ts";
import { isUnconditional } from "../../model/turn/condition.ts";
import { pageStore } from "../store/thread/page_store.ts";

/** Signs a receipt of the next step, or of all of the price. */
export async function makeReceipt(
  call: CommandCall,
  conversation: Conversation,
  signer: Participant,
  { evidence, actor }: Pick<Receipt, "evidence"> & { readonly actor: Actor },
): Promise<Receipt> {
  const { payment } = conversation;
  const step = nextMilestone(conversation);
  const price = step?.amount ?? conversation.price;
  const { feeBps, fee } = feeOfStep(payment, price);
  const head = await auditStore(call.db).head(conversation.id);
  const agreed = agreedOf(conversation);
  const unsigned = {
    receiptId: call.newId("receipt"),
    conversationId: conversation.id,
    paymentId: payment?.id ?? null,
    ...(agreed && { proposalId: agreed.id }),
    ...(step && { milestoneId: step.id }),
    condition: isUnconditional(conversation) ? null : conversation.release,
    evidence,
    signer: {
      accountId: signer.accountId ?? "",
      address: signer.address,
      kind: actor.kind,
    },
    price: showMoney(price).amount,
    ...(fee && { feeBps, fee: fee.amount }),
    ...(payment && labelOf(payment.rail)),
    signedAt: showTime(call.now),
    auditHash: head.hash,
  };
  return { ...unsigned, jws: await call.signer.sign(unsigned), actor };
}

/** The same evidence with the messages of a long thread that are not loaded. */
export async function wholeEvidence(
  { db }: QueryCall,
  conversation: Conversation,
  { position: author }: Participant,
  evidence: Receipt["evidence"],
): Promise<Receipt["evidence"]> {
  const { id, newestFrom } = conversation;
  const { message: after } = earnsAfter(conversation);
  const { messageIds } = evidence;
  if (newestFrom === 1 || messageIds.length === 0) return evidence;
  const stored = await pageStore(db).idsBy(id, {
    ...{ author, position: SENDER, after },
  });
  return { ...evidence, messageIds: [...new Set([...stored, ...messageIds])] };
}

/** The conversation with a receipt: of its next step, or of all of it. */
export function withReceipt(
  conversation: Conversation,
  receipt: Receipt,
  step: Milestone | undefined,
): Conversation {
  const { milestones, tally, artifacts } = conversation;
  if (!milestones || !step) return { ...conversation, receipt };
  const until = { message: tally.count, file: artifacts.at(-1)?.seq ?? 0 };
  const signed = milestones.map(
    (it): Milestone => (it === step ? { ...it, receipt, until } : it),
  );
  const next = nextMilestone({ milestones: signed });
  return {
    ...conversation,
    milestones: signed,
    ...(next ? { release: next.release } : { receipt }),
  };
}

/** The references of records about a receipt. */
export function refsOf({ receiptId, milestoneId }: Receipt) {
  return { receiptId, ...(milestoneId !== undefined && { milestoneId }) };
}

/** The fee of a part that is released: with the others it is that of their sum. */
function feeOfStep(payment: Payment | null, price: MicroUsdc) {
  if (!payment || payment.feeBps === 0) return {};
  const after = { ...payment, released: payment.released + price };
  const fee = showMoney(feeOn(after) - feeOn(payment));
  return { feeBps: payment.feeBps, fee };
}
