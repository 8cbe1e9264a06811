import type { MicroUsdc } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import type { Rule } from "./rules.ts";

/** A limit of a day, and what is left of it. */
export interface RoomFacts {
  readonly most: MicroUsdc;
  readonly left: MicroUsdc;
}

/** What an agent may hold by itself; null where nothing limits it. */
export interface SpendingFacts {
  /** What would then be held in all for the conversation. */
  readonly price: MicroUsdc;
  /** How much of it would be held now. */
  readonly added: MicroUsdc;
  /** The agent's own limit for one payment. */
  readonly perPayment: MicroUsdc | null;
  /** Its own limit for a day and this payee. */
  readonly perPayee: RoomFacts | null;
  /** What an agent pays by itself when its owner set no limit for one payment. */
  readonly autoLimit: MicroUsdc | null;
  /** The same for a day and all agents of the account: in all, and to this payee. */
  readonly agentsPerDay: RoomFacts | null;
  readonly agentsPerPayee: RoomFacts | null;
}

/** The limits of a payee's day, and everybody's as long as the owner has set none. */
export const AGENT_LIMITS: readonly Rule<SpendingFacts>[] = [
  {
    id: "R-PAY-LIMIT-PAYEE",
    outcome: "needs_person",
    reason:
      "The price is above what you let this agent pay the recipient in a day by itself.",
    about: ({ perPayee }) => roomWords(perPayee),
    applies: ({ added, perPayee }) => isBeyond(added, perPayee),
  },
  {
    id: "R-PAY-AGENT",
    outcome: "needs_person",
    reason:
      "The price is above what any agent spends by itself while you set no limit for it.",
    about: ({ autoLimit }) => `at most ${usdc(autoLimit ?? 0)} a payment`,
    applies: ({ price, perPayment, autoLimit }) =>
      perPayment === null && isOver(price, autoLimit),
  },
  {
    id: "R-PAY-AGENT-DAY",
    outcome: "needs_person",
    reason:
      "The price is above what all of your agents together spend in a day by themselves while you set no limit for it.",
    about: ({ agentsPerDay }) => roomWords(agentsPerDay),
    applies: ({ added, agentsPerDay }) => isBeyond(added, agentsPerDay),
  },
  {
    id: "R-PAY-AGENT-PAYEE",
    outcome: "needs_person",
    reason:
      "The price is above what all of your agents together pay one recipient in a day by themselves while you set no limit for it.",
    about: ({ agentsPerPayee }) => roomWords(agentsPerPayee),
    applies: ({ added, agentsPerPayee }) => isBeyond(added, agentsPerPayee),
  },
];

/** What is free is beyond nothing. */
function isBeyond(added: MicroUsdc, room: RoomFacts | null): boolean {
  return added > 0 && room !== null && added > room.left;
}

function roomWords(room: RoomFacts | null): string {
  const { most, left } = room ?? { most: 0, left: 0 };
  return `at most ${usdc(most)} a day (UTC), ${usdc(left)} left today`;
}

/** True if an amount is above a limit; null is none. Pure. */
export function isOver(price: MicroUsdc, limit: MicroUsdc | null): boolean {
  return limit !== null && price > limit;
}

/** An amount as a sentence says it. Pure. */
export function usdc(amount: MicroUsdc): string {
  const { amount: text, currency } = showMoney(amount);
  return `${text} ${currency}`;
}
