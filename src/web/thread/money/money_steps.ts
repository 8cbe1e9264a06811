import type { Conversation } from "../../api/types.ts";
import { conditionWords } from "../../ui/words.ts";
import type { Own } from "../parties.ts";
import { nameOf } from "../parties.ts";

/** One step of the money's way. */
export interface Step {
  readonly name: string;
  readonly isDone: boolean;
  readonly at?: string | undefined;
}

/** The way of the money: held, condition met, receipt signed, released; or back. Pure. */
export function stepsOf(conversation: Conversation): readonly Step[] {
  const { payment } = conversation;
  const held: Step = {
    name: payment.heldAt ? "Held" : "To be held from the sender's balance",
    isDone: payment.heldAt !== undefined,
    at: payment.heldAt,
  };
  const condition: Step = {
    name: `Condition: ${conditionWords(payment, payeeName(conversation))}`,
    isDone: isConditionMet(conversation),
  };
  if (payment.status === "voided") {
    return [
      held,
      { name: "Returned to the sender", isDone: true, at: payment.voidedAt },
    ];
  }
  const { receipt } = payment;
  return [
    held,
    condition,
    {
      name: "Receipt signed",
      isDone: receipt !== undefined,
      at: receipt?.signedAt,
    },
    {
      name: "Released to the recipient",
      isDone: payment.releasedAt !== undefined,
      at: payment.releasedAt,
    },
    ...(payment.status === "refunded"
      ? [{ name: "Refunded", isDone: true }]
      : []),
  ];
}

/** What of the condition can be seen here; the service decides when the receipt is signed. */
export function isConditionMet(conversation: Conversation): boolean {
  const { payment, messages, artifacts } = conversation;
  if (payment.receipt) return true;
  const payee = payment.payee?.address;
  if (payee === undefined) return false;
  if (payment.release === "accepted") return conversation.state !== "submitted";
  if (payment.release === "replied") {
    return messages.some(
      ({ author, mode }) => author.address === payee && mode !== "initial",
    );
  }
  return (
    payment.releaseAction?.type === "artifact" &&
    artifacts.some(({ addedBy }) => addedBy === payee)
  );
}

/** Whose turn it is, as a sentence to the person; nothing once the money has moved. */
export function whoMustAct(
  conversation: Conversation,
  own: Own,
): string | undefined {
  const { payment } = conversation;
  const payee = payeeName(conversation);
  if (payment.status === "requires_payment") {
    return own.isSender
      ? "Your turn: pay, or nothing is delivered."
      : "The sender has to pay first.";
  }
  if (payment.requirements) {
    return own.isSender
      ? "Your turn: a higher price is asked for."
      : "The sender has to agree to the higher price.";
  }
  if (payment.status !== "held") return undefined;
  if (!payment.payee) {
    return "The recipient has to take it over with an account of their own to be paid.";
  }
  if (!isConditionMet(conversation) && payment.releaseAction?.type !== "text") {
    return own.isPayee
      ? `Your turn: it is yours once ${conditionWords(payment, "you")}.`
      : `It is the turn of ${payee}.`;
  }
  return own.isPayee
    ? "Your turn: sign the receipt."
    : `${payee} has to sign the receipt.`;
}

function payeeName({ participants, payment }: Conversation): string {
  const payee = participants.find(
    (it) => it.accountId && it.accountId === payment.payee?.accountId,
  );
  return payee ? nameOf(payee) : "the recipient";
}
