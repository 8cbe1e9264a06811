import type { Operation } from "../core/access/operation.ts";
import { fundConversation } from "../core/operations/fund_conversation.ts";
import { refundPayment } from "../core/operations/refund_payment.ts";
import type { PaymentRequired, SettleResponse } from "../core/payments/x402.ts";
import { paymentTakenIn } from "../core/payments/x402.ts";
import type { JsonObject } from "./mappings.ts";
import type { Result } from "./protocol/method.ts";

/** Where a client of x402 v2 puts what its wallet signed (transports-v2/mcp.md). */
const PAYMENT_IN_META = "x402/payment";
const RESPONSE_IN_META = "x402/payment-response";

const PAID: ReadonlySet<string> = new Set([
  fundConversation.name,
  refundPayment.name,
]);

/** The arguments of a call, with the payment that came beside them. */
export function withPaymentSent(
  { name }: Operation,
  given: JsonObject,
  meta: Readonly<Record<string, unknown>> | undefined,
): JsonObject {
  const payment = meta?.[PAYMENT_IN_META];
  const isForIt = PAID.has(name) && payment !== undefined;
  return isForIt && given.payment === undefined ? { ...given, payment } : given;
}

/** A call that waits for a payment, as a client of x402 v2 reads it. */
export function askedForPayment(
  required: PaymentRequired,
  refused: SettleResponse | undefined,
): Result {
  return {
    isError: true,
    structuredContent: required,
    content: [{ type: "text", text: JSON.stringify(required) }],
    ...(refused && { _meta: { [RESPONSE_IN_META]: refused } }),
  };
}

/** What is said of a payment that came beside a call, and was taken. */
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
