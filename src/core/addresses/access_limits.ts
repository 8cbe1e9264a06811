import type { Static } from "typebox";
import { Type } from "typebox";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc } from "../base/money.ts";
import { closed, flag, nullable, PriceInput } from "../base/schemas.ts";
import type { AcceptLimits } from "../db/tables/account_schema.ts";
import type { AccessLimits, KeptLimits } from "../identity/credentials.ts";
import { parseAddressAt } from "./address.ts";
import { CONTACT_TYPES } from "./contact_types.ts";

// As types in one schema, so an error names only the wrong entry: a union would also report
// that the list is not null.
const LIST_OR_NULL = {
  type: ["array", "null"],
  minItems: 1,
  maxItems: LIMITS.credentialListMax,
};

const AMOUNT = Type.Optional(nullable(PriceInput));

function addressList(description: string) {
  return Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      ...LIST_OR_NULL,
      description,
      items: {
        type: "string",
        minLength: 1,
        maxLength: LIMITS.addressCharsMax,
      },
    }),
  );
}

function typeList(description: string) {
  return Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      ...LIST_OR_NULL,
      description,
      items: { enum: [...CONTACT_TYPES] },
    }),
  );
}

const ACCEPT_FIELDS = {
  maxPrice: AMOUNT,
  contactTypes: typeList(
    "Contact types of the senders; everyone is anyone outside the contacts.",
  ),
  senders: addressList(
    "Senders whose requests it can accept; any address of the same account counts.",
  ),
};

const ACCEPT = closed(ACCEPT_FIELDS);
type SaidAccept = Static<typeof ACCEPT>;

/** The limits of an access in output form: null, like absent, means none. */
export const LIMIT_FIELDS = {
  perPayment: AMOUNT,
  perDay: AMOUNT,
  perPayee: AMOUNT,
  payees: addressList(
    "Addresses it can pay without asking; any address of the same account counts.",
  ),
  contactTypes: typeList(
    "Contact types it can claim when it pays without asking.",
  ),
  askFirstPayment: Type.Optional(
    flag(
      "True: asks the person before its first payment to someone outside their contacts, whatever the amount. Default: true for access given by a person, false for credentials from svc.",
    ),
  ),
  accept: Type.Optional(
    Type.Unsafe<SaidAccept | null>({
      ...ACCEPT,
      type: ["object", "null"],
      description:
        "Requests it can accept without asking, by price, contact type and sender; others wait for its person.",
    }),
  ),
};

export const LimitsInput = closed(LIMIT_FIELDS, {
  description:
    "Limits on what it can do without asking: the most per payment, per UTC day and per payee and day, which payees and contact types, and which requests it accepts. Absent or null is no limit of its own; the service's default limits for agents then apply.",
});

type Said = Static<typeof LimitsInput>;

/**
 * Reads the limits of an access at a pointer of the input: addresses in canonical form,
 * without duplicates.
 * @throws invalid_price, invalid_address, each with a pointer to its field
 */
export function readLimits(said: Said, pointer: string): AccessLimits {
  const { payees, contactTypes, askFirstPayment } = said;
  const accept = said.accept && readAccept(said.accept, `${pointer}/accept`);
  return {
    ...readAmount("perPayment", said.perPayment, pointer),
    ...readAmount("perDay", said.perDay, pointer),
    ...readAmount("perPayee", said.perPayee, pointer),
    ...(payees && { payees: readAddresses(payees, `${pointer}/payees`) }),
    ...(contactTypes && { contactTypes: once(contactTypes) }),
    ...(askFirstPayment !== undefined && { askFirstPayment }),
    ...(accept && isLimit(accept) && { accept }),
  };
}

function readAccept(
  { maxPrice, contactTypes, senders }: SaidAccept,
  pointer: string,
): AcceptLimits {
  return {
    ...readAmount("maxPrice", maxPrice, pointer),
    ...(contactTypes && { contactTypes: once(contactTypes) }),
    ...(senders && { senders: readAddresses(senders, `${pointer}/senders`) }),
  };
}

/**
 * The limits of an access after a change: null removes one, missing ones stay.
 * @throws as {@linkcode readLimits}
 */
export function changedLimits(
  before: KeptLimits,
  said: Said,
  pointer: string,
): KeptLimits {
  const read = readLimits(said, pointer);
  const { perPayment, perDay, perPayee, payees, contactTypes, accept } = said;
  return {
    perPayment: settled(perPayment, read.perPayment, before.perPayment),
    perDay: settled(perDay, read.perDay, before.perDay),
    perPayee: settled(perPayee, read.perPayee, before.perPayee),
    payees: settled(payees, read.payees, before.payees),
    contactTypes: settled(contactTypes, read.contactTypes, before.contactTypes),
    askFirstPayment: read.askFirstPayment ?? before.askFirstPayment,
    accept: accept
      ? changedAccept(before.accept, accept, read.accept)
      : settled(accept, read.accept, before.accept),
  };
}

function changedAccept(
  before: AcceptLimits | null,
  said: SaidAccept,
  read: AcceptLimits = {},
): AcceptLimits | null {
  const stays = Object.entries(before ?? {}).filter(
    ([name]) => said[name as keyof SaidAccept] === undefined,
  );
  const after = { ...Object.fromEntries(stays), ...read };
  return isLimit(after) ? after : null;
}

/** True unless it limits nothing. */
function isLimit(accept: AcceptLimits): boolean {
  return Object.keys(accept).length > 0;
}

/** The value of a limit that was given, or left out. */
function settled<T>(
  said: unknown,
  read: T | undefined,
  before: T | null,
): T | null {
  return said === undefined ? before : (read ?? null);
}

function readAmount<N extends string>(
  name: N,
  said: unknown,
  pointer: string,
): Partial<Record<N, MicroUsdc>> {
  if (said === undefined || said === null) return {};
  const read: Partial<Record<string, MicroUsdc>> = {
    [name]: parseAmount(said, `${pointer}/${name}`),
  };
  return read;
}

function readAddresses(
  said: readonly string[],
  pointer: string,
): readonly string[] {
  return once(said.map((it, at) => parseAddressAt(it, `${pointer}/${at}`)));
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
