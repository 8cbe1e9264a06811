import type { QueryCall } from "../access/context.ts";
import type { RailName } from "../base/rails/chain.ts";
import type { Statement } from "../db/statement.ts";
import type { PaymentTo } from "./pay_limits_store.ts";
import { payLimitsStore } from "./pay_limits_store.ts";

/** The payee, the contact type that the sender claims, and the rail. */
export interface PaidTo extends Omit<PaymentTo, "credentialId" | "ownDomain"> {
  /** The limits count its currency. */
  readonly rail: RailName;
}

/**
 * The payees or contact types that an access allows, if the payment is not among them; null
 * if it is.
 */
export interface BeyondNamed {
  readonly payees: readonly string[] | null;
  readonly contactTypes: readonly string[] | null;
  /** True if the access names payees, including this one. */
  readonly isNamed: boolean;
}

const NOTHING: BeyondNamed = {
  payees: null,
  contactTypes: null,
  isNamed: false,
};

/**
 * The lists of the caller's access that a payment exceeds. The access is read each time, so
 * that a new limit applies at once.
 */
export async function beyondNamed(
  call: QueryCall,
  to: PaidTo,
): Promise<BeyondNamed> {
  const payment = paymentOf(call, to);
  const found = payment && (await payLimitsStore(call.db).find(payment));
  if (!found) return NOTHING;
  return {
    payees: found.isPayeeNamed ? null : found.payees,
    contactTypes: found.isTypeNamed ? null : found.contactTypes,
    isNamed: found.payees !== null && found.isPayeeNamed,
  };
}

/** The statement that fails the commit if the caller's access no longer allows the payment. */
export function namedGuard(call: QueryCall, to: PaidTo): readonly Statement[] {
  const payment = paymentOf(call, to);
  return payment ? [payLimitsStore(call.db).guard(payment)] : [];
}

function paymentOf(
  { member, settings }: QueryCall,
  to: PaidTo,
): PaymentTo | undefined {
  const { credentialId } = member;
  if (credentialId === undefined) return undefined;
  return { ...to, credentialId, ownDomain: settings.addressDomain };
}
