import { answerDispute } from "../../src/core/operations/answer_dispute.ts";
import { openDispute } from "../../src/core/operations/open_dispute.ts";
import { ruleDispute } from "../../src/core/operations/rule_dispute.ts";
import { withdrawDispute } from "../../src/core/operations/withdraw_dispute.ts";
import type { Act } from "./act.ts";
import type { Random } from "./random.ts";

/** A number within a held price, mostly. */
function part(random: Random, amount: number) {
  const most = random.chance(0.1) ? amount + 1 : amount;
  return { amountAtomic: String(random.int(most + 1)) };
}

/** A payer where a price is held, or one of those who can end a dispute. */
const atHeld: NonNullable<Act["at"]> = async (
  { core, random, people },
  chosen,
) => {
  if (random.chance(0.1)) return chosen;
  const frozen = "c.terms ->> '$.dispute.status' in ('open', 'arbitration')";
  const isFrozen = random.chance(0.7);
  const rows = await core.rows(
    isFrozen
      ? `select c.id, p.account_id from conversations c join participants p on p.conversation_id = c.id where ${frozen} and p.role in ('sender', 'to', 'arbiter') order by c.id, p.position`
      : `select c.id, c.owner_id from conversations c join payments y on y.conversation_id = c.id where y.status = 'held' and c.state = 'working' and not coalesce(${frozen}, false) order by c.id`,
  );
  const [conversationId, accountId] = random.maybe(rows) ?? [];
  const actor = people.find((it) => it.accountId === accountId);
  return actor ? { actor, conversationId: String(conversationId) } : chosen;
};

const dispute: Act = {
  name: "dispute",
  weight: 10,
  at: atHeld,
  async run({ core, random }, actor, conversationId) {
    const [row = []] = await core.rows(
      `select terms ->> '$.dispute.status', terms ->> '$.dispute.amount', json_array_length(terms, '$.dispute.splits'), terms ->> '$.arbiter.accountId' from conversations where id = '${conversationId}'`,
    );
    const [status, amount, splits, arbiterId] = row;
    const at = { conversationId };
    const isOpen = status === "open" || status === "arbitration";
    const named = { return: part(random, Number(amount ?? 2e6)) };
    if (!isOpen) {
      const reason = random.pick(["late", "other"] as const);
      const claimed = random.chance(0.6) ? named : {};
      await actor.run(openDispute, { ...at, reason, text: "No", ...claimed });
    } else if (arbiterId === actor.accountId) {
      await actor.run(ruleDispute, { ...at, ...named, text: "So it is" });
    } else if (random.chance(0.1)) {
      await actor.run(withdrawDispute, at);
    } else if (random.chance(0.5)) {
      await actor.run(answerDispute, { ...at, ...named });
    } else {
      const take = 1 + random.int(Number(splits));
      await actor.run(answerDispute, { ...at, take });
    }
    return undefined;
  },
};

/** The acts of a dispute, by how it stands. */
export const DISPUTE_ACTS: readonly Act[] = [dispute];
