import type { QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Hex } from "../base/rails/chain.ts";
import { phrase } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { chainInUse, hear } from "./chain/chain_place.ts";
import { intentStore } from "./chain/intent_store.ts";
import type { BadPayload } from "./chain/payload_parts.ts";
import { USED } from "./chain/payload_parts.ts";
import type { PaymentInfo } from "./chain/payment_info.ts";
import { checkRefund } from "./chain/refund/check_refund.ts";
import type { SignedRefund } from "./chain/refund/read_refund.ts";
import { readRefund, refundRequirements } from "./chain/refund/read_refund.ts";
import { refundStore } from "./chain/refund/refund_store.ts";
import { refuseManySigned } from "./chain/status/signed_bound.ts";
import type { Payment } from "./model.ts";
import type { PaymentRequired } from "./x402.ts";

/** What the chain said to a transfer back: from which block on it may be done, if it would. */
export type HeardRefund = BadPayload | Pick<SignedRefund, "fromBlock"> | "away";

/** What is given back, and what the payee's wallet signed for it. */
interface Returning {
  readonly amount: MicroUsdc;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
}

/**
 * What the chain says to the transfer back that a payee's wallet signed; undefined where
 * it is not asked, as the payload is not what is asked for.
 */
export async function hearRefund(
  call: QueryCall,
  payment: Payment,
  { amount, payload }: Returning,
): Promise<HeardRefund | undefined> {
  const { client, place } = chainInUse(call);
  const payTo = await payerOf(call, payment);
  const asked = refundRequirements(place, { amount, payTo });
  const read = readRefund(asked, { payload, now: call.now });
  if ("problem" in read) return undefined;
  return await hear(checkRefund({ client, place }, read));
}

/**
 * The transfer back that a payee's wallet signed, held against what was asked for and
 * against what the chain said to it.
 * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
 */
export async function signedRefundFor(
  call: QueryCall,
  payment: Payment,
  {
    conversationId,
    amount,
    payload,
    heard,
  }: Returning & {
    readonly conversationId: string;
    /** What the chain said to it. */
    readonly heard: HeardRefund | undefined;
  },
): Promise<SignedRefund> {
  const { settings, db } = call;
  const { place } = chainInUse(call);
  const payTo = await payerOf(call, payment);
  const asked = refundRequirements(place, { amount, payTo });
  const required = (error: string): PaymentRequired => ({
    ...{ x402Version: 2, error, accepts: [asked] },
    resource: {
      url: `${settings.baseUrl}/v1/conversations/${conversationId}/refund`,
    },
  });
  if (payload === undefined) {
    throw new ServiceError("payment_required", {
      detail: told`Cannot refund: no payment came with it.`,
      fix: phrase`Sign what \`accepts\` names with a wallet of yours, and send the x402 payload as \`payment\` of the refund. It goes straight to the wallet that paid.`,
      extra: { ...required("payment_required") },
    });
  }
  await refuseManySigned(call, payment.id, told`refund`);
  const invalid = ({ code, problem }: BadPayload) =>
    new ServiceError("payment_invalid", {
      detail: told`Cannot refund: ${problem}.`,
      extra: { reason: code, ...required(code) },
    });
  const read = readRefund(asked, { payload, now: call.now });
  if ("problem" in read) throw invalid(read);
  if (await refundStore(db).isKnown(read.authorization)) throw invalid(USED);
  if (heard === "away") {
    throw new ServiceError("unavailable", {
      detail: told`Cannot refund: the node of the chain does not answer.`,
    });
  }
  if (heard === undefined) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot refund: what is left of the price has changed meanwhile.`,
    });
  }
  if ("problem" in heard) throw invalid(heard);
  return { ...read, ...heard };
}

/** The wallet that paid; of a price that was raised the first. */
async function payerOf({ db }: QueryCall, { id }: Payment): Promise<Hex> {
  const all = await intentStore(db).ofPayment(id);
  const terms = all.find(
    (it) => it.act === "hold" && it.state === "settled",
  )?.terms;
  if (!terms) throw new RangeError("What was released was held");
  const { payer }: PaymentInfo = JSON.parse(terms);
  return payer;
}
