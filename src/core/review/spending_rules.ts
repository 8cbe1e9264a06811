import type { MicroUsdc } from "../base/money.ts";
import { amountOn } from "../base/money.ts";
import { phrase } from "../base/words/say.ts";
import { aboutText } from "./about_words.ts";
import type { RoomFacts, SpendingFacts } from "./facts.ts";
import type { Rule } from "./rule.ts";

/** The limits for a payee's day, and the service's while the owner has set none. */
export const AGENT_LIMITS: readonly Rule<SpendingFacts>[] = [
  {
    id: "R-PAY-LIMIT-PAYEE",
    outcome: "needs_person",
    reason: phrase`The price is above the daily limit of this access for this recipient.`,
    about: (facts) => roomWords(facts, facts.perPayee),
    applies: ({ added, perPayee }) => isBeyond(added, perPayee),
  },
  {
    id: "R-PAY-QUORUM",
    outcome: "needs_person",
    asksPeople: true,
    reason: phrase`More than one person has to approve this amount.`,
    about: (facts) =>
      aboutText("approvedAbove", amountOn(facts, facts.quorum ?? 0)),
    applies: ({ price, quorum }) => isOver(price, quorum),
  },
  {
    id: "R-PAY-AGENT",
    outcome: "needs_person",
    reason: phrase`The price is above the default limit for agents.`,
    about: (facts) =>
      aboutText("perPayment", amountOn(facts, facts.autoLimit ?? 0)),
    applies: ({ price, perPayment, autoLimit }) =>
      perPayment === null && isOver(price, autoLimit),
  },
  {
    id: "R-PAY-AGENT-DAY",
    outcome: "needs_person",
    reason: phrase`The price is above the default daily limit for all your agents.`,
    about: (facts) => roomWords(facts, facts.agentsPerDay),
    applies: ({ added, agentsPerDay }) => isBeyond(added, agentsPerDay),
  },
  {
    id: "R-PAY-AGENT-PAYEE",
    outcome: "needs_person",
    reason: phrase`The price is above the default daily limit of all your agents for this recipient.`,
    about: (facts) => roomWords(facts, facts.agentsPerPayee),
    applies: ({ added, agentsPerPayee }) => isBeyond(added, agentsPerPayee),
  },
];

/** True for a hold above what is left; never for a price of zero. */
function isBeyond(added: MicroUsdc, room: RoomFacts | null): boolean {
  return added > 0 && room !== null && added > room.left;
}

function roomWords(facts: SpendingFacts, room: RoomFacts | null): string {
  const { most, left } = room ?? { most: 0, left: 0 };
  const perDay = aboutText("perDay", amountOn(facts, most));
  return `${perDay}, ${aboutText("leftToday", amountOn(facts, left))}`;
}

/** True if an amount is above a limit; null means none. Pure. */
export function isOver(price: MicroUsdc, limit: MicroUsdc | null): boolean {
  return limit !== null && price > limit;
}
