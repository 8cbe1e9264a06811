import type { Static } from "typebox";
import { told } from "../core/base/words/sentence.ts";
import type { PaymentSchema } from "../core/conversations/model/payment_schema.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { paymentTakenIn } from "../core/payments/x402.ts";

/** A value in an x402 v2 header: its JSON in base64. */
export function headerOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** The header that tells an x402 v2 client that its payment was accepted. */
function paymentTaken(
  payment: Static<typeof PaymentSchema>,
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const taken = paymentTakenIn(payment, paymentSent(headers).payment);
  return taken ? { "payment-response": headerOf(taken) } : {};
}

/**
 * The payment that an x402 v2 client sends with a request, as the operation's input.
 * @throws invalid_input
 */
export function paymentSent(
  headers: Readonly<Record<string, string | undefined>>,
): {
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
    // The error below describes the expected form.
  }
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay: PAYMENT-SIGNATURE must be a JSON object in base64.`,
  });
}

/** A route where an x402 v2 client pays. */
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
 * A route that creates what is paid for. An x402 v2 client that pays
 * automatically repeats its request, which would create a second one here.
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
