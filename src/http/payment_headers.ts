import type { Static } from "typebox";
import { told } from "../core/base/words/sentence.ts";
import type { PaymentSchema } from "../core/conversations/model/payment_schema.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { paymentTakenIn } from "../core/payments/x402.ts";

/** A value as x402 v2 puts it into a header: its JSON in base64. */
export function headerOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** The header that tells a client of x402 v2 that its payment was taken. */
function paymentTaken(
  payment: Static<typeof PaymentSchema>,
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const taken = paymentTakenIn(payment, paymentSent(headers).payment);
  return taken ? { "payment-response": headerOf(taken) } : {};
}

/**
 * The payment that a client of x402 v2 sends with a request, as input of the operation.
 * @throws invalid_input
 */
function paymentSent(headers: Readonly<Record<string, string | undefined>>): {
  readonly payment?: object;
} {
  const sent = headers["payment-signature"];
  if (sent === undefined) return {};
  try {
    const payment: unknown = JSON.parse(
      Buffer.from(sent, "base64").toString("utf8"),
    );
    if (typeof payment === "object" && payment !== null) return { payment };
  } catch {
    // It is said below what it has to be.
  }
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay: PAYMENT-SIGNATURE must be a JSON object in base64.`,
  });
}

/** A route that a client of x402 v2 pays at. */
export const PAYING = {
  input: paymentSent,
  headers: (
    { payment }: { readonly payment: Static<typeof PaymentSchema> },
    {
      headers,
    }: {
      readonly headers: Readonly<Record<string, string | undefined>>;
    },
  ) => paymentTaken(payment, headers),
};

/**
 * A route that makes what is paid for. A client of x402 v2 that pays by itself sends its
 * request once more: here that would be another one.
 */
export const NOT_PAYING = { input: refusePayment };

/** @throws invalid_input */
function refusePayment(
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, never> {
  if (headers["payment-signature"] === undefined) return {};
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay with this request. Send PAYMENT-SIGNATURE with the \`fund\` of the conversation that needs payment.`,
  });
}
