import { fundConversation } from "../../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../src/core/operations/request_refund.ts";
import type { Act } from "./act.ts";

const AMOUNTS: readonly [unknown, ...unknown[]] = [
  1,
  "0.5",
  { amountAtomic: "1" },
  "9999",
  "9999",
  0,
];

/** Now and then where a payment stands like this, and one of its sides. */
function atPayment(
  side: "payer_id" | "payee_id",
  where: string,
): NonNullable<Act["at"]> {
  return async ({ core, random, people }, chosen) => {
    if (!random.chance(0.25)) return chosen;
    const rows = await core.rows(
      `select conversation_id, ${side} from payments where ${where} order by id`,
    );
    const [conversationId, accountId] = random.maybe(rows) ?? [];
    const actor = people.find((it) => it.accountId === accountId);
    return actor ? { actor, conversationId: String(conversationId) } : chosen;
  };
}

const refund: Act = {
  name: "refund",
  weight: 12,
  at: atPayment("payee_id", "status = 'released'"),
  async run({ random }, actor, conversationId) {
    await actor.run(refundPayment, {
      conversationId,
      ...(random.chance(0.7) && { amount: random.pick(AMOUNTS) }),
    });
    return undefined;
  },
};

const askRefund: Act = {
  name: "ask_refund",
  weight: 8,
  async run({ random }, actor, conversationId) {
    await actor.run(requestRefund, {
      conversationId,
      ...(random.chance(0.5) && { amount: random.pick(AMOUNTS) }),
      ...(random.chance(0.5) && { reason: "It is not what I asked for" }),
    });
    return undefined;
  },
};

const raise: Act = {
  name: "raise",
  weight: 8,
  at: atPayment("payee_id", "status = 'held'"),
  async run({ random }, actor, conversationId) {
    const price = random.pick(["1.50", "4", "4", "6", "500", "-1"]);
    await actor.run(raisePrice, { conversationId, price });
    return undefined;
  },
};

const fund: Act = {
  name: "fund",
  weight: 8,
  at: atPayment("payer_id", "status = 'requires_payment' or asked is not null"),
  async run({ random }, actor, conversationId) {
    await actor.run(fundConversation, {
      conversationId,
      ...(random.chance(0.3) && { price: random.pick(["4", "6", "x"]) }),
    });
    return undefined;
  },
};

/** The acts with money. */
export const MONEY_ACTS: readonly Act[] = [refund, askRefund, raise, fund];
