import { fundConversation } from "../../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../src/core/operations/request_refund.ts";
import type { Act } from "./act.ts";
import type { World } from "./world.ts";

const AMOUNTS: readonly [unknown, ...unknown[]] = [
  1,
  "0.5",
  { amountAtomic: "1" },
  "9999",
  "9999",
  0,
];

/** Now and then where a payment stands like this, and one of its sides. */
async function atPayment(
  { core, random, people }: World,
  side: "payer_id" | "payee_id",
  where: string,
) {
  if (!random.chance(0.25)) return undefined;
  const rows = await core.rows(
    `select conversation_id, ${side} from payments where ${where} order by id`,
  );
  const [conversationId, accountId] = random.maybe(rows) ?? [];
  const actor = people.find((it) => it.accountId === accountId);
  return actor && { actor, conversationId: String(conversationId) };
}

const refund: Act = {
  name: "refund",
  weight: 12,
  async run(world, someone, somewhere) {
    const { random } = world;
    const at = await atPayment(world, "payee_id", "status = 'released'");
    const { actor, conversationId } = at ?? {
      actor: someone,
      conversationId: somewhere,
    };
    await actor.run(refundPayment, {
      conversationId,
      ...(random.chance(0.7) && { amount: random.pick(AMOUNTS) }),
    });
    return conversationId;
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
  async run(world, someone, somewhere) {
    const at = await atPayment(world, "payee_id", "status = 'held'");
    const { actor, conversationId } = at ?? {
      actor: someone,
      conversationId: somewhere,
    };
    const price = world.random.pick(["1.50", "4", "4", "6", "500", "-1"]);
    await actor.run(raisePrice, { conversationId, price });
    return conversationId;
  },
};

const fund: Act = {
  name: "fund",
  weight: 8,
  async run(world, someone, somewhere) {
    const { random } = world;
    const due = "status = 'requires_payment' or asked is not null";
    const at = await atPayment(world, "payer_id", due);
    const { actor, conversationId } = at ?? {
      actor: someone,
      conversationId: somewhere,
    };
    await actor.run(fundConversation, {
      conversationId,
      ...(random.chance(0.3) && { price: random.pick(["4", "6", "x"]) }),
    });
    return conversationId;
  },
};

/** What is tried with money. */
export const MONEY_ACTS: readonly Act[] = [refund, askRefund, raise, fund];
