import { CONTACT_TYPES } from "../../../../src/core/addresses/contact_types.ts";
import type { ContactType, Credential } from "../api/types.ts";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../ui/money/typed_amount.ts";

/** Addresses and contact types as typed; nothing means everyone. */
export interface TypedPeople {
  readonly addresses: string;
  readonly types: readonly ContactType[];
}

/** The limits of what a program pays and accepts without approval, as typed. */
export interface TypedLimits {
  readonly perPayment: string;
  readonly perDay: string;
  readonly perPayee: string;
  /** The people it pays, and the owner's type as it tells them. */
  readonly payees: TypedPeople;
  /** True if it makes first payments to strangers without approval. */
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

/** The limits of a program in the form that a person types. */
export function typedOf({ limits }: Credential): TypedLimits {
  const { perPayment, perDay, perPayee, accept } = limits;
  return {
    perPayment: amountTyped(perPayment?.amount),
    perDay: amountTyped(perDay?.amount),
    perPayee: amountTyped(perPayee?.amount),
    payees: peopleOf(limits.payees, limits.contactTypes),
    paysNew: !limits.askFirstPayment,
    maxPrice: amountTyped(accept?.maxPrice?.amount),
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

/** Limits in the form for the service; null removes one. */
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

/** True if each amount that is sent can be read. */
export function areAmountsRead(
  { perPayment, perDay, perPayee, maxPrice }: TypedLimits,
  scopes: readonly string[] | null,
): boolean {
  const sent = [
    ...(maySpend(scopes) ? [perPayment, perDay, perPayee] : []),
    ...(mayAccept(scopes) ? [maxPrice] : []),
  ];
  return sent.every((it) => amountError(it) === undefined);
}

function amountOf(typed: string): string | null {
  return readAmount(typed) ?? null;
}

function addressesOf({ addresses }: TypedPeople): readonly string[] | null {
  const all = addresses.split(/[\s,;]+/).filter(Boolean);
  return all.length > 0 ? all : null;
}

function typesOf({ types }: TypedPeople): readonly ContactType[] | null {
  return types.length > 0 ? types : null;
}

/** True if a program with these scopes can pay; null means all scopes. */
export function maySpend(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("payments:hold");
}

/** True if it can accept requests at all. */
export function mayAccept(scopes: readonly string[] | null): boolean {
  return scopes === null || scopes.includes("decisions:write");
}
