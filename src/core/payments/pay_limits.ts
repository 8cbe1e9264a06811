import type { QueryCall } from "../access/context.ts";
import type { RailName } from "../base/rails/chain.ts";
import type { Statement } from "../db/statement.ts";
import type { PaymentTo } from "./pay_limits_store.ts";
import { payLimitsStore } from "./pay_limits_store.ts";

/** The payee, the contact type that the sender claims to be, and where it is held. */
export interface PaidTo extends Omit<PaymentTo, "credentialId" | "ownDomain"> {
  /** Its currency is the one that the limits count. */
  readonly rail: RailName;
}

/** The payees or contact types that an access allows, where the payment is not among them; null where it is. */
export interface BeyondNamed {
  readonly payees: readonly string[] | null;
  readonly contactTypes: readonly string[] | null;
  /** True if the access names payees, and this one among them. */
  readonly isNamed: boolean;
}

const NOTHING: BeyondNamed = {
  payees: null,
  contactTypes: null,
  isNamed: false,
};

/**
 * Which of the lists of the caller's access a payment is beyond. The access is read
 * anew each time: one that was narrowed a moment ago is narrow.
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
