import { CONTACT_TYPES } from "../../../../src/core/addresses/contact_types.ts";
import type { ContactType, Credential } from "../api/types.ts";

/** Addresses and contact types, as they are typed; nothing is everybody. */
export interface TypedPeople {
  readonly addresses: string;
  readonly types: readonly ContactType[];
}

/** The limits up to which a program pays and accepts by itself, as they are typed. */
export interface TypedLimits {
  readonly perPayment: string;
  readonly perDay: string;
  readonly perPayee: string;
  /** The people it pays, and the owner's type as it tells them. */
  readonly payees: TypedPeople;
  /** It first pays somebody who is no contact without asking. */
  readonly paysNew: boolean;
  readonly maxPrice: string;
  /** The senders whose requests it accepts. */
  readonly senders: TypedPeople;
}

const EVERYBODY: TypedPeople = { addresses: "", types: [] };

export const NO_LIMITS: TypedLimits = {
  perPayment: "",
  perDay: "",
  perPayee: "",
  payees: EVERYBODY,
  paysNew: false,
  maxPrice: "",
  senders: EVERYBODY,
};

/** The limits of a program as a person would type them. */
export function typedOf({ limits }: Credential): TypedLimits {
  const { perPayment, perDay, perPayee, accept } = limits;
  return {
    perPayment: perPayment?.amount ?? "",
    perDay: perDay?.amount ?? "",
    perPayee: perPayee?.amount ?? "",
    payees: peopleOf(limits.payees, limits.contactTypes),
    paysNew: !limits.askFirstPayment,
    maxPrice: accept?.maxPrice?.amount ?? "",
    senders: peopleOf(accept?.senders, accept?.contactTypes),
  };
}

type Kept = readonly string[] | null | undefined;

function peopleOf(addresses: Kept, types: Kept): TypedPeople {
  return {
    addresses: addresses?.join(", ") ?? "",
    types: CONTACT_TYPES.filter((type) => types?.includes(type)),
  };
}

/** Limits as the service reads them; null takes one away. */
export function limitsOf(
  typed: TypedLimits,
  scopes: readonly string[] | null,
): object {
  const { payees, senders } = typed;
  return {
    ...(maySpend(scopes) && {
      perPayment: amountOf(typed.perPayment),
      perDay: amountOf(typed.perDay),
      perPayee: amountOf(typed.perPayee),
      payees: addressesOf(payees),
      contactTypes: typesOf(payees),
      askFirstPayment: !typed.paysNew,
    }),
    ...(mayAccept(scopes) && {
      accept: {
        maxPrice: amountOf(typed.maxPrice),
        senders: addressesOf(senders),
        contactTypes: typesOf(senders),
      },
    }),
  };
}

function amountOf(typed: string): string | null {
  const amount = typed.trim().replace(",", ".");
  return amount === "" ? null : amount;
}

function addressesOf({ addresses }: TypedPeople): readonly string[] | null {
  const all = addresses.split(/[\s,;]+/).filter(Boolean);
  return all.length > 0 ? all : null;
}

function typesOf({ types }: TypedPeople): readonly ContactType[] | null {
  return types.length > 0 ? types : null;
}

/** True if a program with these scopes can pay at all; null is all scopes. */
export function maySpend(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("payments:hold");
}

/** True if it can accept requests at all. */
export function mayAccept(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("decisions:write");
}
