import type {
  ChainRequirements,
  RefundRequirements,
} from "./terms/requirements.ts";

/** An x402 v2 answer that a payment is missing, the same on every interface. */
export interface PaymentRequired {
  readonly x402Version: 2;
  readonly error: string;
  readonly resource: PaidResource;
  readonly accepts: readonly (ChainRequirements | RefundRequirements)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The thing that is paid for. */
interface PaidResource {
  readonly url: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly serviceName?: string;
  readonly tags?: readonly string[];
}

/** The same from an error's extra members; undefined if it asks for no payment. */
export function paymentRequiredIn(
  extra: Readonly<Record<string, unknown>>,
): PaymentRequired | undefined {
  if (!isPaymentRequired(extra)) return undefined;
  const { x402Version, error, resource, accepts, extensions } = extra;
  return {
    ...{ x402Version, error, resource, accepts },
    ...(extensions && { extensions }),
  };
}

/** Only errors have these members, and then all of them. */
function isPaymentRequired(extra: object): extra is PaymentRequired {
  return (
    "x402Version" in extra && extra.x402Version === 2 && "accepts" in extra
  );
}

/** An x402 v2 answer to a payment that was sent. */
export interface SettleResponse {
  readonly success: boolean;
  /** Empty if it has not been sent to the chain and has no name yet. */
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string;
  readonly errorReason?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The payment that was sent and is pending; undefined if there is none. */
export function paymentTakenIn(
  { pendingSince }: { readonly pendingSince?: string },
  sent: unknown,
): SettleResponse | undefined {
  // The payload repeats the terms that it accepts.
  const network = payloadFields(payloadFields(sent)?.accepted)?.network;
  if (pendingSince === undefined || typeof network !== "string") {
    return undefined;
  }
  return { success: true, transaction: "", network };
}

/** Why the payment that was sent was refused; undefined if none was sent. */
export function paymentRefusedIn(
  extra: Readonly<Record<string, unknown>>,
): SettleResponse | undefined {
  const [asked] = paymentRequiredIn(extra)?.accepts ?? [];
  const { reason } = extra;
  if (!asked || typeof reason !== "string") return undefined;
  const { network } = asked;
  return { success: false, errorReason: reason, transaction: "", network };
}

/** The members of an object from outside; undefined for any other value. */
export function payloadFields(
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
