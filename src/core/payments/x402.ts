import type { RefundRequirements } from "./chain/refund/read_refund.ts";
import type { ChainRequirements } from "./chain/requirements.ts";

/** What x402 v2 says of a payment that is missing, alike on every wire. */
export interface PaymentRequired {
  readonly x402Version: 2;
  readonly error: string;
  readonly resource: { readonly url: string };
  readonly accepts: readonly (ChainRequirements | RefundRequirements)[];
}

/** The same out of what an error adds; undefined if it asks for no payment. */
export function paymentRequiredIn(
  extra: Readonly<Record<string, unknown>>,
): PaymentRequired | undefined {
  if (!isPaymentRequired(extra)) return undefined;
  const { x402Version, error, resource, accepts } = extra;
  return { x402Version, error, resource, accepts };
}

/** Errors alone carry these members, all of them or none. */
function isPaymentRequired(extra: object): extra is PaymentRequired {
  return (
    "x402Version" in extra && extra.x402Version === 2 && "accepts" in extra
  );
}
