import type { QueryCall } from "../access/context.ts";
import { PerCall } from "../access/per_call.ts";
import { authorKindOf } from "../access/principal.ts";
import type { MicroUsdc } from "../base/money.ts";
import { currencyOn } from "../base/rails/chain.ts";
import { dayOf } from "../base/time.ts";
import type { Statement } from "../db/statement.ts";
import type { DaySum } from "./agent_spending_store.ts";
import { ALL, agentSpendingStore } from "./agent_spending_store.ts";
import type { PaidTo } from "./pay_limits.ts";

/** A limit for a UTC day, and what the day's payments in one currency have left of it. */
export interface Room {
  readonly most: MicroUsdc;
  readonly left: MicroUsdc;
}

/** The amount that the caller may still hold today without approval; null if unlimited. */
export interface AgentRooms {
  /** The service's limits for all agents of the account together. */
  readonly agentsPerDay: Room | null;
  readonly agentsPerPayee: Room | null;
  /** The owner's limit for this access and one payee. */
  readonly perPayee: Room | null;
}

export type AgentLimit = keyof AgentRooms;

const NO_LIMITS: AgentRooms = {
  agentsPerDay: null,
  agentsPerPayee: null,
  perPayee: null,
};

const rooms = new PerCall<AgentRooms>();

/**
 * The amount that an agent may still hold for a payee today, in the currency of the payment;
 * unlimited for a person. Read once per call, so that review and payment use the same amount.
 * If it is lower at the commit, the commit fails and the call decides again.
 */
export async function agentRooms(
  call: QueryCall,
  to: PaidTo,
): Promise<AgentRooms> {
  if (call.member.kind !== "agent") return NO_LIMITS;
  const key = `${to.rail} ${payeeOf(to)}`;
  return await rooms.get(call, key, () => readRooms(call, to));
}

async function readRooms(call: QueryCall, to: PaidTo): Promise<AgentRooms> {
  const counters = countersOf(call, to);
  const store = agentSpendingStore(call.db);
  const found: Partial<Record<AgentLimit, Room | null>> = {};
  for (const [limit, { most, ...counter }] of counters) {
    if (most === null) continue;
    const spent = await store.spent(counter);
    found[limit] = { most, left: Math.max(0, most - spent) };
  }
  return { ...NO_LIMITS, ...found };
}

/**
 * Counts an agent's own hold, in the same batch: the database refuses it above a limit. A
 * refund does not free any of the day's limit.
 */
export function countHold(
  call: QueryCall,
  to: PaidTo,
  spent: MicroUsdc,
): readonly Statement[] {
  if (call.member.kind !== "agent") return [];
  const store = agentSpendingStore(call.db);
  return countersOf(call, to).map(([, counter]) =>
    store.add({ ...counter, spent }),
  );
}

/** The account behind any of its addresses; an unknown address stands for itself. */
function payeeOf({ payeeId, address }: PaidTo): string {
  return payeeId ?? address;
}

/** The counters of a hold and their limits; an owner's own limit replaces the other. */
function countersOf(
  call: QueryCall,
  to: PaidTo,
): readonly (readonly [AgentLimit, DaySum])[] {
  const { settings, member } = call;
  const { accountId, credentialId = ALL, perDay, perPayee } = member;
  // A team's member is a person with limits of their own.
  const isPerson = authorKindOf(member) === "person";
  const day = dayOf(call.now);
  const { agentAutoDayLimit, agentAutoPayeeLimit } = settings;
  const payee = payeeOf(to);
  const counted = { accountId, day, currency: currencyOn(to.rail) };
  const shared = { ...counted, credentialId: ALL };
  const own = { ...counted, credentialId, payee };
  return [
    [
      "agentsPerDay",
      {
        ...shared,
        payee: ALL,
        most: perDay === undefined && !isPerson ? agentAutoDayLimit : null,
      },
    ],
    [
      "agentsPerPayee",
      {
        ...shared,
        payee,
        most: perPayee === undefined && !isPerson ? agentAutoPayeeLimit : null,
      },
    ],
    ...(perPayee === undefined
      ? []
      : ([["perPayee", { ...own, most: perPayee }]] as const)),
  ];
}
