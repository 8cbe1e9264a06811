import { isProblem } from "../../../client/src/problem.ts";
import { actOn } from "../api/changes.ts";
import type { Conversation } from "../api/types.ts";
import { t } from "../ui/t.ts";
import type { Paying } from "./paying.ts";
import type { WalletRequest } from "./sign_payment.ts";
import { WalletProblem } from "./sign_payment.ts";

/**
 * The request for a wallet to sign for an act. A price's is in its conversation; a refund's
 * is in the answer to a request without a payment.
 * @throws WalletProblem, and what the service refuses
 */
export async function toSign(
  { id, payment }: Conversation,
  act: Paying["act"],
  json: object,
): Promise<WalletRequest> {
  const accepts: unknown =
    act === "fund"
      ? payment.requirements?.accepts
      : await acceptsOf(() => actOn(id, act, json));
  const [asked] = Array.isArray(accepts) ? accepts : [];
  if (!asked) throw new WalletProblem(t`There's nothing left to sign.`);
  // The service writes these fields.
  return asked as WalletRequest;
}

async function acceptsOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (isProblem(error, "payment_required")) return error.body.accepts;
    throw error;
  }
}
