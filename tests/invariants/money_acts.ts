import { acceptProposal } from "../../src/core/operations/accept_proposal.ts";
import { fundConversation } from "../../src/core/operations/fund_conversation.ts";
import { proposeTerms } from "../../src/core/operations/propose_terms.ts";
import { raisePrice } from "../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../src/core/operations/refund_payment.ts";
import { requestRefund } from "../../src/core/operations/request_refund.ts";
import { withdrawProposal } from "../../src/core/operations/withdraw_proposal.ts";
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

/** A time at which a proposal may still be accepted. */
export function soon({ core }: World, hours = 1): string {
  return new Date(core.services.clock() + hours * 3_600_000).toISOString();
}

/** Now and then a side of a request for which nothing is held. */
const atUnheld: NonNullable<Act["at"]> = async (
  { core, random, people },
  chosen,
) => {
  if (!random.chance(0.5)) return chosen;
  const rows = await core.rows(
    `select c.id, p.account_id from conversations c join participants p on p.conversation_id = c.id where c.state in ('submitted', 'working', 'auth-required') and p.role in ('sender', 'to') and p.account_id is not null and not exists (select 1 from payments y where y.conversation_id = c.id and y.status <> 'requires_payment') order by c.id desc limit 20`,
  );
  const [conversationId, accountId] = random.maybe(rows) ?? [];
  const actor = people.find((it) => it.accountId === accountId);
  return actor ? { actor, conversationId: String(conversationId) } : chosen;
};

const proposeTo: Act = {
  name: "propose",
  weight: 10,
  at: atUnheld,
  async run(world, actor, conversationId) {
    const { random } = world;
    await actor.run(proposeTerms, {
      conversationId,
      price: random.pick(["1", "2", "4", "6", "500", "-1", "0"]),
      validUntil: soon(world),
      ...(random.chance(0.3) && {
        release: random.pick(["accepted", "replied"] as const),
      }),
      ...(random.chance(0.5) && { note: "What it is worth" }),
      ...(random.chance(0.3) && { dueAt: soon(world, 48) }),
    });
    return undefined;
  },
};

const agree: Act = {
  name: "agree",
  weight: 8,
  at: atUnheld,
  async run({ core, random }, actor, conversationId) {
    const rows = await core.rows(
      `select p.value ->> '$.id' from conversations c, json_each(c.proposals) p where c.id = '${conversationId}'`,
    );
    const [proposalId] = random.maybe(rows) ?? [];
    if (!proposalId) return undefined;
    const named = { conversationId, proposalId: String(proposalId) };
    const isBack = random.chance(0.2);
    await actor.run(isBack ? withdrawProposal : acceptProposal, named);
    return undefined;
  },
};

/** The acts with money. */
export const MONEY_ACTS: readonly Act[] = [
  refund,
  askRefund,
  raise,
  fund,
  proposeTo,
  agree,
];
