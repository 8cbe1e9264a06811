import type { Static } from "typebox";
import { LIMITS } from "../../../base/limits.ts";
import { labelOf, showMoney } from "../../../base/money.ts";
import { DAY_MS, showTime } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { actOnItsWay } from "../../../payments/chain/on_its_way.ts";
import { feeBase, showFee } from "../../../payments/fees.ts";
import type { Payment, Receipt } from "../../../payments/model.ts";
import { showChainAddress } from "../../../payments/terms/address.ts";
import { isUntold } from "../../../payments/terms/foreign_terms.ts";
import { isAbout } from "../checkpoints_about.ts";
import type { Conversation } from "../model.ts";
import type { PaymentSchema } from "../payment_schema.ts";
import type { SettlementsSchema } from "../record_schemas.ts";
import { presentCondition, presentSteps } from "../turn/present_steps.ts";
import type { Reader } from "./present_actor.ts";
import { presentSigner } from "./present_actor.ts";

export type PaymentView = Static<typeof PaymentSchema>;
type RequirementsView = NonNullable<PaymentView["requirements"]>;
type ReceiptView = NonNullable<PaymentView["receipt"]>;

/**
 * The state of the price; status `none` for a conversation without one. Only the payer learns
 * the payer's balance; without a viewer it is for everybody.
 */
export function presentPayment(
  conversation: Conversation,
  { viewer, say }: { readonly viewer: Reader; readonly say: Say },
): PaymentView {
  const { payment, release, releaseAction, price, receipt } = conversation;
  const isPayer = viewer?.role === "sender";
  const isParty =
    isPayer || (!!viewer?.accountId && viewer.accountId === payment?.payeeId);
  const signedBy = presentSigner(conversation, viewer, say);
  const terms = {
    price: showMoney(price),
    release,
    ...(releaseAction && { releaseAction }),
    rail: payment?.rail ?? conversation.rail,
  };
  if (!payment) {
    return {
      status: "none",
      ...terms,
      payee: null,
      ...conditionOf(conversation, viewer, say),
      steps: [],
    };
  }
  return {
    paymentId: payment.id,
    status: payment.status,
    ...terms,
    payer: partyOf(conversation, payment.payerId),
    payee: payment.payeeId ? partyOf(conversation, payment.payeeId) : null,
    ...labelOf(payment.rail),
    ...conditionOf(conversation, viewer, say),
    steps: presentSteps(conversation, viewer, say),
    ...showFee(feeBase(payment), payment.feeBps),
    ...partsOf(payment),
    ...timesOf(payment),
    ...(payment.pendingAt !== null && {
      pendingSince: showTime(payment.pendingAt),
    }),
    ...onItsWayOf(payment),
    ...(payment.voidReason !== null && { voidReason: payment.voidReason }),
    ...refundOf(payment),
    ...(isPayer && reclaimOf(conversation, payment, say)),
    ...(isParty && refundRequestOf(conversation)),
    ...(isParty &&
      payment.settlements !== null && {
        settlements: presentSettlements(payment),
      }),
    ...(receipt && { receipt: presentReceipt(receipt) }),
    ...(signedBy && { signedBy }),
    ...requirementsOf(conversation, payment, isPayer),
  };
}

/** The sums of what was paid out and what went back from the hold. */
function partsOf({ released, returned }: Payment) {
  return {
    ...(released > 0 && { released: showMoney(released) }),
    ...(returned > 0 && { returned: showMoney(returned) }),
  };
}

function onItsWayOf(payment: Payment) {
  const onItsWay = actOnItsWay(payment);
  return onItsWay && { onItsWay };
}

function conditionOf(conversation: Conversation, viewer: Reader, say: Say) {
  const condition = presentCondition(conversation, viewer, say);
  return condition && { condition };
}

/**
 * How the payer gets back what another service holds if that service does nothing; absent
 * once the escrow has ended it.
 */
function reclaimOf(
  { participants }: Conversation,
  payment: Payment,
  say: Say,
): Pick<PaymentView, "reclaim"> {
  const { reclaim, settlements, payeeId, pendingAt, heldAt } = payment;
  const ended = (settlements ?? [])
    .filter(({ act }) => act === "capture" || act === "void")
    .reduce((sum, { amount }) => sum + amount, 0);
  const isThere = pendingAt !== null || heldAt !== null;
  if (!reclaim?.data || !isThere || ended >= payment.price) return {};
  const payee = participants.find((it) => it.accountId === payeeId);
  const { hostname } = new URL(payee?.remote?.origin ?? "https://unknown");
  const at = showTime(reclaim.at);
  const { to, data } = reclaim;
  const text = say`${hostname} releases or returns the money. If it does neither, your wallet can take it back alone once the hold has ended.`;
  return { reclaim: { at, to: showChainAddress(to), data, text } };
}

/** The signed statement; the actor is next to it. */
export function presentReceipt(receipt: Receipt): ReceiptView {
  const { actor: _actor, ...statement } = receipt;
  return statement as ReceiptView;
}

function timesOf(payment: Payment) {
  const { heldAt, captureBefore, releasedAt, voidedAt } = payment;
  return {
    ...(heldAt !== null && { heldAt: showTime(heldAt) }),
    ...(captureBefore !== null && { captureBefore: showTime(captureBefore) }),
    ...(releasedAt !== null && { releasedAt: showTime(releasedAt) }),
    ...(voidedAt !== null && { voidedAt: showTime(voidedAt) }),
  };
}

/** Until when a released price can be refunded, in milliseconds since the epoch. */
export function refundBefore(releasedAt: number): number {
  return releasedAt + LIMITS.refundDays * DAY_MS;
}

function refundOf({ status, releasedAt, refunded, refundedAt }: Payment) {
  return {
    ...(status === "released" &&
      releasedAt !== null && {
        refundBefore: showTime(refundBefore(releasedAt)),
      }),
    ...(refundedAt !== null && {
      refunded: showMoney(refunded),
      refundedAt: showTime(refundedAt),
    }),
  };
}

/** The payer's last request for a refund. */
function refundRequestOf({
  checkpoints,
}: Conversation):
  | { refundRequest: NonNullable<PaymentView["refundRequest"]> }
  | undefined {
  const asked = checkpoints.filter((it) => isAbout(it, "refund")).at(-1);
  if (!asked || asked.status === "superseded") return undefined;
  const { action, status, openedAt, expiresAt, comment } = asked;
  return {
    refundRequest: {
      amount: showMoney(Number(action.amount)),
      ...(action.reason !== undefined && { reason: action.reason }),
      outcome: status,
      at: showTime(openedAt),
      ...(status === "open" && { by: showTime(expiresAt) }),
      ...(comment !== null && { comment }),
    },
  };
}

/**
 * The payment needed to continue, for programs: `accepts` has the fields of x402 v2
 * PaymentRequirements (section 5.1.2).
 */
function requirementsOf(
  { id, participants }: Conversation,
  payment: Payment,
  isPayer: boolean,
): { requirements: RequirementsView } | undefined {
  const { status, price, asked, shortBalance, shortAt } = payment;
  if (status !== "requires_payment" && asked === null) return undefined;
  if (isUntold(payment)) return undefined;
  const wanted = asked ?? price;
  const needed = status === "held" ? wanted - price : wanted;
  const payee = participants.find((it) => it.accountId === payment.payeeId);
  return {
    requirements: {
      reason: reasonOf(payment),
      price: showMoney(wanted),
      needed: showMoney(needed),
      ...(isPayer &&
        shortBalance !== null &&
        shortAt !== null && {
          balance: showMoney(shortBalance),
          missing: showMoney(Math.max(0, needed - shortBalance)),
          asOf: showTime(shortAt),
        }),
      ...labelOf(payment.rail),
      accepts: [
        payment.terms ?? {
          scheme: "hold",
          network: "svc:ledger",
          asset: "USDC",
          amount: String(needed),
          payTo: (payment.payeeId !== null && payee?.address) || null,
          maxTimeoutSeconds: LIMITS.fundingHours * 3_600,
          extra: { paymentId: payment.id, conversationId: id, label: "TEST" },
        },
      ],
      fund: {
        method: "POST",
        path: `/v1/conversations/${id}/fund`,
        tool: "svc.fund_conversation",
      },
    },
  };
}

function reasonOf({
  status,
  asked,
  shortBalance,
}: Payment): RequirementsView["reason"] {
  if (asked === null) {
    return shortBalance === null ? "payment_required" : "insufficient_balance";
  }
  return status === "held" ? "price_raised" : "below_recipient_price";
}

function partyOf(conversation: Conversation, accountId: string) {
  const party = conversation.participants.find(
    (other) => other.accountId === accountId,
  );
  return { accountId, address: party?.address ?? "" };
}

/** The movements of a price that are final on a chain. */
export function presentSettlements({
  settlements,
}: Payment): Static<typeof SettlementsSchema> {
  return (settlements ?? []).map((it) => ({
    act: it.act,
    amount: showMoney(it.amount),
    success: it.problem === null,
    network: it.network,
    ...(it.wallet !== null && { wallet: it.wallet }),
    transactions: [...it.transactions],
    ...(it.problem !== null && { problem: it.problem }),
    at: showTime(it.at),
  }));
}
