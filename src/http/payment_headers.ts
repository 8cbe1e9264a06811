import type { Static } from "typebox";
import type { PaymentSchema } from "../core/conversations/model/payment_schema.ts";
import { ServiceError } from "../core/errors/errors.ts";

/** A value as x402 v2 puts it into a header: its JSON in base64. */
export function headerOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/**
 * What a client of x402 v2 reads from an answer that took its payment. It is on its way:
 * the transaction is not sent yet, and has no name.
 */
function paymentTaken(
  { requirements, pendingSince }: Static<typeof PaymentSchema>,
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const [asked] = requirements?.accepts ?? [];
  const sent = headers["payment-signature"];
  if (!asked || sent === undefined || pendingSince === undefined) return {};
  const { network } = asked;
  const response = { success: true, transaction: "", network };
  return { "payment-response": headerOf(response) };
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
    detail: "Cannot pay: PAYMENT-SIGNATURE is no JSON object in base64.",
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
