import type { Static } from "typebox";
import type { ConversationSchema } from "../core/conversations/model/schemas.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import type { SettleResponse } from "../core/payments/x402.ts";
import { paymentRefusedIn, paymentRequiredIn } from "../core/payments/x402.ts";

type Conversation = Static<typeof ConversationSchema>;
type Settlements = NonNullable<Conversation["payment"]["settlements"]>;

/** The stages of the x402 extension that tasks here use (a2a-x402 v0.2, 7). */
type Stage =
  | "payment-required"
  | "payment-submitted"
  | "payment-completed"
  | "payment-failed";

/** The extension's status of a task's payment, and a text for it. */
interface PaymentStatus {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The status of a price in USDC; undefined if no wallet is involved. */
export function paymentStatusOf(task: Conversation): PaymentStatus | undefined {
  const { settlements = [] } = task.payment;
  const stage = stageOf(task);
  if (!stage) return undefined;
  const required = stage === "payment-submitted" ? {} : requiredOf(task);
  return {
    text: WORDS[stage](task),
    metadata: {
      "x402.payment.status": stage,
      ...required,
      ...(stage === "payment-failed" && {
        "x402.payment.error": "SETTLEMENT_FAILED",
      }),
      ...(settlements.length > 0 && {
        "x402.payment.receipts": receiptsOf(settlements),
      }),
    },
  };
}

/** The status after a payment was refused before anything reached the chain. */
export function paymentFailed(
  task: Conversation,
  { message, extra }: ServiceError,
): PaymentStatus | undefined {
  const refused = paymentRefusedIn(extra);
  const required = paymentRequiredIn(extra);
  if (!refused || !required) return undefined;
  const { errorReason = "" } = refused;
  const { settlements = [] } = task.payment;
  return {
    text: message,
    metadata: {
      "x402.payment.status": "payment-failed" satisfies Stage,
      "x402.payment.error": ERRORS[errorReason] ?? errorReason.toUpperCase(),
      "x402.payment.required": required,
      "x402.payment.receipts": [...receiptsOf(settlements), refused],
    },
  };
}

/** The extension's codes (9.1) that have other names here. */
const ERRORS: Readonly<Record<string, string>> = {
  authorization_used: "DUPLICATE_NONCE",
  authorization_expired: "EXPIRED_PAYMENT",
  refused_by_escrow: "SETTLEMENT_FAILED",
};

const WORDS: Readonly<Record<Stage, (task: Conversation) => string>> = {
  "payment-required": ({ payment: { requirements } }) =>
    `Waits for a payment of ${requirements?.needed.amount} USDC by a wallet.`,
  "payment-submitted": () => "The payment is on its way.",
  "payment-failed": ({ payment: { requirements } }) =>
    requirements
      ? "The chain refused the payment: it can be made again."
      : "The chain refused the payment.",
  "payment-completed": ({ payment: { settlements = [] } }) =>
    settlements
      .filter(({ success }) => success)
      .map(({ act, amount }) => `${amount.amount} USDC ${DONE[act]}.`)
      .join(" "),
};

const DONE = {
  hold: "held in escrow",
  capture: "paid out to the payee",
  void: "returned to the payer",
  refund: "given back to the payer",
} as const;

function stageOf({ payment, stateAt }: Conversation): Stage | undefined {
  const { status, pendingSince, settlements = [] } = payment;
  // A pending transfer after a release or a return goes back to the payer.
  const isWaiting = status === "requires_payment" || status === "held";
  if (pendingSince !== undefined && isWaiting) return "payment-submitted";
  const last = settlements.findLast(({ act }) => act === "hold");
  if (walletAsk(payment)) {
    // A refusal before the current payment request does not make it fail.
    const isRefused = last?.success === false && last.at >= stateAt;
    return isRefused ? "payment-failed" : "payment-required";
  }
  if (settlements.some(({ success }) => success)) return "payment-completed";
  return last && "payment-failed";
}

/** The payment that a wallet is asked to sign now. */
function walletAsk({ requirements }: Conversation["payment"]) {
  const asked = requirements?.accepts[0];
  return asked?.scheme === "auth-capture" ? asked : undefined;
}

function requiredOf({ payment, links }: Conversation): object {
  const asked = walletAsk(payment);
  if (!asked) return {};
  return {
    "x402.payment.required": {
      ...{ x402Version: 2, error: "payment_required", accepts: [asked] },
      resource: { url: links.self },
    },
  };
}

/** Everything the chain did or refused, in order, as x402 v2 SettlementResponse. */
function receiptsOf(settlements: Settlements): SettleResponse[] {
  return settlements.flatMap(
    ({ success, network, wallet, transactions, problem }) => {
      const rest = {
        ...{ success, network },
        ...(wallet !== undefined && { payer: wallet }),
        ...(problem !== undefined && { errorReason: problem }),
      };
      return transactions.length === 0
        ? [{ ...rest, transaction: "" }]
        : transactions.map((transaction) => ({ ...rest, transaction }));
    },
  );
}
