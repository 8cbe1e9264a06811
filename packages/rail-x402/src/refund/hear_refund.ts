import type { QueryCall } from "../../../../src/core/access/context.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { phrase } from "../../../../src/core/base/words/say.ts";
import { told } from "../../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../../src/core/errors/errors.ts";
import type {
  RefundSigning,
  Returning,
} from "../../../../src/core/payments/chain/chain_port.ts";
import type { Payment } from "../../../../src/core/payments/model.ts";
import type { PaymentInfo } from "../../../../src/core/payments/terms/payment_info.ts";
import { refundRequirements } from "../../../../src/core/payments/terms/requirements.ts";
import type {
  BadPayload,
  HeardRefund,
  SignedRefund,
} from "../../../../src/core/payments/terms/signed.ts";
import type { PaymentRequired } from "../../../../src/core/payments/x402.ts";
import type { ChainDesk } from "../chain_place.ts";
import { hear } from "../chain_place.ts";
import { intentStore } from "../intent_store.ts";
import { USED } from "../payload_parts.ts";
import { refuseManySigned } from "../signed_bound.ts";
import { checkRefund } from "./check_refund.ts";
import { readRefund } from "./read_refund.ts";
import { refundStore } from "./refund_store.ts";

type Desk = Pick<ChainDesk, "client" | "place">;

/**
 * The chain's answer on the refund that a payee's wallet signed; undefined if the payload
 * does not match the request, so that the chain is not asked.
 */
export async function hearRefund(
  { client, place }: Desk,
  call: QueryCall,
  payment: Payment,
  { amount, payload }: Returning,
): Promise<HeardRefund | undefined> {
  const payTo = await payerOf(call, payment);
  const asked = refundRequirements(place, { amount, payTo });
  const read = readRefund(asked, { payload, now: call.now });
  if ("problem" in read) return undefined;
  return await hear(checkRefund({ client, place }, read));
}

/**
 * The refund that a payee's wallet signed, checked against the terms and the chain's answer.
 * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
 */
export async function signedRefund(
  { place }: Pick<Desk, "place">,
  call: QueryCall,
  payment: Payment,
  { conversationId, amount, payload, heard }: RefundSigning,
): Promise<SignedRefund> {
  const { settings, db } = call;
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
      detail: told`Cannot refund: no payment was sent.`,
      fix: phrase`Sign what \`accepts\` names with your wallet, and send the x402 payload as \`payment\` of the refund. It goes straight to the wallet that paid.`,
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
      detail: told`Cannot refund: the chain's node isn't responding.`,
    });
  }
  if (heard === undefined) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot refund: the amount left to refund has changed in the meantime.`,
    });
  }
  if ("problem" in heard) throw invalid(heard);
  return { ...read, ...heard };
}

/** The wallet that paid; for a raised price, the first one. */
async function payerOf({ db }: QueryCall, { id }: Payment): Promise<Hex> {
  const all = await intentStore(db).ofPayment(id);
  const terms = all.find(
    (it) => it.act === "hold" && it.state === "settled",
  )?.terms;
  if (!terms) throw new RangeError("What was released was held");
  const { payer }: PaymentInfo = JSON.parse(terms);
  return payer;
}
