import type { Operation } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { fundConversation } from "../core/operations/fund_conversation.ts";
import { refundPayment } from "../core/operations/refund_payment.ts";
import type { PaymentRequired, SettleResponse } from "../core/payments/x402.ts";
import { paymentTakenIn } from "../core/payments/x402.ts";
import type { MethodCall, Result } from "./protocol/method.ts";

/** The place of a wallet's signed payment from an x402 v2 client (transports-v2/mcp.md). */
const PAYMENT_IN_META = "x402/payment";
const RESPONSE_IN_META = "x402/payment-response";

/** A modern client declares with it that it knows the result `payment_required`. */
export const PAYMENT_EXTENSION = "org.x402/payment";

const PAID: ReadonlySet<string> = new Set([
  fundConversation.name,
  refundPayment.name,
]);

/** The arguments of a call, with the payment sent beside them. */
export function withPaymentSent(
  { name }: Operation,
  given: JsonObject,
  meta: Readonly<Record<string, unknown>> | undefined,
): JsonObject {
  const payment = meta?.[PAYMENT_IN_META];
  const isForIt = PAID.has(name) && payment !== undefined;
  return isForIt && given.payment === undefined ? { ...given, payment } : given;
}

/** A call that waits for a payment, in the form for x402 v2 clients. */
export function askedForPayment(
  { client }: Pick<MethodCall, "client">,
  required: PaymentRequired,
  refused: SettleResponse | undefined,
): Result {
  const meta = refused && { _meta: { [RESPONSE_IN_META]: refused } };
  if (client.extensions?.[PAYMENT_EXTENSION]) {
    const resultType = "payment_required";
    return { resultType, paymentRequired: required, ...meta };
  }
  return {
    isError: true,
    structuredContent: required,
    content: [{ type: "text", text: JSON.stringify(required) }],
    ...meta,
  };
}

/** The receipt for a payment that was sent with a call and accepted. */
export function takenPayment(
  { name }: Operation,
  { payment: sent }: JsonObject,
  { payment }: JsonObject,
): JsonObject {
  if (!PAID.has(name) || sent === undefined) return {};
  const now = payment as Parameters<typeof paymentTakenIn>[0];
  const taken = paymentTakenIn(now, sent);
  return taken ? { [RESPONSE_IN_META]: taken } : {};
}
