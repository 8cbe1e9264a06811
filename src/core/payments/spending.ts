import { requireScope } from "../access/access.ts";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { PerCall } from "../access/per_call.ts";
import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc } from "../base/money.ts";
import { amountTold, labelOf, showMoney } from "../base/money.ts";
import type { RailName } from "../base/rails/chain.ts";
import { currencyOn } from "../base/rails/chain.ts";
import { dayOf } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import type { Statement } from "../db/statement.ts";
import { ServiceError } from "../errors/errors.ts";
import { agentRooms, countHold } from "./agent_spending.ts";
import type { PaidTo } from "./pay_limits.ts";
import { beyondNamed, namedGuard } from "./pay_limits.ts";
import type { SpendingDay } from "./spending_store.ts";
import { spendingStore } from "./spending_store.ts";

// Not exported: only this file makes an allowance, so that a hold above the caller's
// limits does not compile.
const allowed = Symbol("allowed");

/** The caller's own right to hold one amount, as an argument for placing a hold. */
export interface Allowance {
  readonly [allowed]: MicroUsdc;
  /** Statements that count it and check the access's limits again, written with the hold. */
  readonly statements: readonly Statement[];
}

/**
 * Checks that the caller may hold an amount for somebody: its scope, the limits of its access
 * and those of all agents of its account (docs/agent_access.md). A refund does not free any
 * of the day's limit.
 * @throws insufficient_scope, limit_exceeded naming the limit and what remains or what the
 * access names
 */
export async function allowanceFor(
  call: CommandCall,
  amount: MicroUsdc,
  to: PaidTo,
): Promise<Allowance> {
  await refuseOverLimits(call, amount, to);
  const { accountId, credentialId, perDay } = call.member;
  const statements = [
    spendingStore(call.db).guardOpen(accountId, to.payeeId),
    ...namedGuard(call, to),
    ...countHold(call, to, amount),
  ];
  if (perDay !== undefined && credentialId !== undefined) {
    const day = dayFor(call, credentialId, to.rail);
    const spend = { ...day, spent: amount, perDay };
    statements.push(spendingStore(call.db).add(spend));
  }
  return { [allowed]: amount, statements };
}

/**
 * The same check without an allowance, for answers that only show it.
 * @throws as {@linkcode allowanceFor}
 */
export async function refuseOverLimits(
  call: QueryCall,
  amount: MicroUsdc,
  to: PaidTo,
): Promise<void> {
  const { perDay } = call.member;
  requireScope(call.member, "payments:hold", told`hold a price`);
  refuseOverPayment(call, amount, to.rail);
  await refuseUnnamed(call, to);
  const remaining = await leftToday(call, to.rail);
  if (perDay !== undefined && remaining !== null && amount > remaining) {
    throw exceeded(to.rail, "perDay", [perDay, remaining]);
  }
  await refuseOverRooms(call, amount, to);
}

async function refuseOverRooms(
  call: QueryCall,
  amount: MicroUsdc,
  to: PaidTo,
): Promise<void> {
  const rooms = await agentRooms(call, to);
  for (const limit of ["perPayee", "agentsPerPayee", "agentsPerDay"] as const) {
    const room = rooms[limit];
    if (room && amount > room.left) {
      throw exceeded(to.rail, limit, [room.most, room.left]);
    }
  }
}

/** Refuses a price above the caller's limit for one payment. @throws limit_exceeded */
export function refuseOverPayment(
  call: Pick<QueryCall, "member">,
  price: MicroUsdc,
  rail: RailName,
): void {
  const { perPayment } = call.member;
  if (perPayment === undefined || price <= perPayment) return;
  throw exceeded(rail, "perPayment", [perPayment, perPayment]);
}

/** The amount that an allowance is for. */
export function amountOf(allowance: Allowance): MicroUsdc {
  return allowance[allowed];
}

const left = new PerCall<MicroUsdc | null>();

/**
 * The amount that the caller's access may still hold today on a rail, in its currency; null
 * without such a limit. Read once per call, so that review and payment use the same amount;
 * if it is lower at the commit, that fails and the call decides again.
 */
export function leftToday(
  call: QueryCall,
  rail: RailName,
): Promise<MicroUsdc | null> {
  return left.get(call, rail, () => readLeft(call, rail));
}

async function readLeft(
  call: QueryCall,
  rail: RailName,
): Promise<MicroUsdc | null> {
  const { credentialId, perDay } = call.member;
  if (perDay === undefined || credentialId === undefined) return null;
  const day = dayFor(call, credentialId, rail);
  return Math.max(0, perDay - (await spendingStore(call.db).spent(day)));
}

function dayFor(
  call: QueryCall,
  credentialId: string,
  rail: RailName,
): SpendingDay {
  return { credentialId, day: dayOf(call.now), currency: currencyOn(rail) };
}

/** Whose limit it is, and what it limits. */
const WORDS = {
  perPayment: told`the credential's limit per payment`,
  perDay: told`the credential's daily limit`,
  perPayee: told`the credential's daily limit for this payee`,
  agentsPerDay: told`the daily limit of all agents of the account`,
  agentsPerPayee: told`the daily limit of all agents of the account for this payee`,
} as const;

function exceeded(
  rail: RailName,
  limit: keyof typeof WORDS,
  [most, remaining]: readonly [most: MicroUsdc, remaining: MicroUsdc],
): ServiceError {
  const { currency } = showMoney(remaining);
  return new ServiceError("limit_exceeded", {
    detail: told`Cannot pay: ${WORDS[limit]} is ${amountTold({ rail }, most)}, with ${amountTold({ rail }, remaining)} left.`,
    extra: {
      limit,
      limitAmount: showMoney(most),
      remaining: showMoney(remaining),
      currency,
      ...labelOf(rail),
    },
  });
}

async function refuseUnnamed(call: QueryCall, to: PaidTo): Promise<void> {
  const { payees, contactTypes } = await beyondNamed(call, to);
  if (payees) throw unnamed("payees", to.address, payees);
  if (contactTypes) throw unnamed("contactTypes", to.contactType, contactTypes);
}

const UNNAMED = {
  payees: told`this credential can only pay`,
  contactTypes: told`this credential can only pay as`,
} as const;

function unnamed(
  limit: keyof typeof UNNAMED,
  wanted: string,
  named: readonly string[],
): ServiceError {
  const shown = named.slice(0, LIMITS.cardRecipients);
  const left = named.length - shown.length;
  const names = shown.join(", ");
  const all = left > 0 ? told`${names} and ${left} more` : names;
  return new ServiceError("limit_exceeded", {
    detail: told`Cannot pay: ${UNNAMED[limit]} ${all}, not ${wanted}.`,
    extra: { limit, allowed: named },
  });
}
