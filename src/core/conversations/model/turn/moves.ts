import type { MicroUsdc } from "../../../base/money.ts";
import { labelOf, showMoney } from "../../../base/money.ts";
import { heldOf } from "../../../payments/model.ts";
import type { Conversation } from "../model.ts";
import { paidTo } from "../paid_to.ts";

/** The movement of money after an approval; with `keep` it stays held. */
export interface Moves {
  readonly moves: "hold" | "keep" | "release" | "return" | "raise";
  readonly amount: MicroUsdc;
  /** Absent if money that was only held is returned: nobody else had it. */
  readonly from?: string;
  readonly to: string;
  /** The whole price before and after a raise. */
  readonly before?: MicroUsdc;
  readonly after?: MicroUsdc;
}

/** The return of a held price to its payer; undefined if none is held. */
export function returnOf(conversation: Conversation): Moves | undefined {
  const { payment } = conversation;
  if (payment?.status !== "held") return undefined;
  const { from: to } = sidesOf(conversation);
  return { moves: "return", amount: heldOf(payment), to };
}

/** The addresses of the payer and the payee. */
export function sidesOf(conversation: Conversation) {
  const { address: to } = paidTo(conversation);
  return { from: conversation.fromAddress, to };
}

/** Money as every wire shows it. */
export function presentMoves(
  { rail }: Pick<Conversation, "rail">,
  { amount, before, after, ...it }: Moves,
) {
  return {
    ...it,
    amount: showMoney(amount),
    ...labelOf(rail),
    ...(before !== undefined && { before: showMoney(before) }),
    ...(after !== undefined && { after: showMoney(after) }),
  };
}
