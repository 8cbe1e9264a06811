import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { showMoney } from "../../base/money.ts";
import { Word } from "../../base/own_words.ts";
import { closed, flag, money, string, timestamp } from "../../base/schemas.ts";
import { showTime } from "../../base/time.ts";
import type { Payment } from "../../payments/model.ts";
import { CHAIN_ACTS } from "../../payments/model.ts";

/** What a chain did for good with a movement of a price. */
const SettlementSchema = closed({
  act: Type.Enum([...CHAIN_ACTS], {
    description:
      "Held in escrow, paid to the payee, returned to the payer, or given back.",
  }),
  amount: money("How much it moved, or was to move."),
  success: flag("False if the chain refused it: nothing moved."),
  network: Word("code", "The chain, such as eip155:84532."),
  wallet: Type.Optional(
    Word("address", "Whose tokens: the payer's, of a refund the payee's."),
  ),
  transactions: Type.Array(Word("digest"), {
    description:
      "The service's transactions that did it; none if somebody else's did.",
  }),
  problem: Type.Optional(string("Why the chain refused it.")),
  at: timestamp("When the service learned that it is final."),
});

/** All of them, as a payment shows them. */
export const SettlementsSchema = Type.Array(SettlementSchema, {
  description:
    "What a chain did with it for good, in order; for the payer and the payee.",
  // What wallets signed, and the one end of what is held.
  maxItems: LIMITS.chainSignedOfPaymentMax + 3,
});

/** What a chain has yet to do with a price. */
export const OnItsWaySchema = Type.Enum([...CHAIN_ACTS], {
  description:
    "What is decided and not done for good yet on the chain; absent if nothing, as it is without one.",
});

/** What a chain did with a price. */
export function presentSettlements({
  settlements,
}: Payment): Static<typeof SettlementsSchema> {
  return (settlements ?? []).map((it) => ({
    act: it.act,
    amount: showMoney(it.amount),
    success: it.problem === null,
    network: it.network,
    ...(it.wallet !== null && { wallet: it.wallet }),
    transactions: [...it.transactions],
    ...(it.problem !== null && { problem: it.problem }),
    at: showTime(it.at),
  }));
}
