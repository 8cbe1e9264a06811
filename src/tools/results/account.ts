import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { shortAmount } from "./amount.ts";
import { ContactTypeForm } from "./forms.ts";
import type { Presentation } from "./presentation.ts";
import { telling } from "./presentation.ts";

const Amount = Word("amount");
const nextCursor = Type.Optional(Word("digest"));

/** The balance of the account. */
export const BALANCE: Presentation = {
  schema: closed({
    available: Amount,
    held: Amount,
    incoming: Amount,
    currency: Word("sentence"),
    label: Word("sentence"),
    usdc: Type.Optional(closed({ held: Amount, incoming: Amount })),
  }),
  make: ({ usdc, ...output }) => ({
    ...shortAmounts(output),
    ...telling({ usdc: usdc && shortAmounts(usdc) }),
  }),
};

function shortAmounts(sums: object) {
  return Object.fromEntries(
    Object.entries(sums).map(([name, it]) => [name, shortAmount(it)]),
  );
}

/** The movements of the account, newest first. */
export const MOVEMENTS: Presentation = {
  schema: closed({
    entries: Type.Array(
      closed({
        at: Word("time"),
        kind: Word("code"),
        amount: Amount,
        balanceAfter: Amount,
        conversationId: Type.Optional(Word("id")),
        title: Type.Optional(Type.String()),
        counterparty: Type.Optional(Word("address")),
      }),
    ),
    nextCursor,
  }),
  make: ({ entries = [], nextCursor }) => ({
    entries: entries.map((it) => ({
      at: it.at,
      kind: it.kind,
      amount: it.amount.amount,
      balanceAfter: it.balanceAfter.amount,
      ...telling({
        conversationId: it.conversationId,
        title: it.title,
        counterparty: it.counterparty,
      }),
    })),
    ...telling({ nextCursor }),
  }),
};

/** The contacts of the account. */
export const CONTACTS: Presentation = {
  schema: closed({
    contacts: Type.Array(
      closed({
        address: Word("address"),
        contactType: ContactTypeForm,
        blocked: Type.Optional(Type.Boolean()),
        allowed: Type.Optional(Type.Boolean()),
      }),
    ),
    nextCursor,
  }),
  make: ({ contacts = [], nextCursor }) => ({
    contacts: contacts.map(({ address, contactType, blocked, allowed }) => ({
      address,
      contactType,
      ...telling({ blocked, allowed }),
    })),
    ...telling({ nextCursor }),
  }),
};

/** A report of abuse, as stored. */
export const REPORTED: Presentation = {
  schema: closed({
    reportId: Word("id"),
    address: Word("address"),
    state: Type.Enum(["open", "closed"]),
    created: Type.Boolean(),
  }),
  make: ({ report, created }) => ({
    reportId: report?.reportId,
    address: report?.address,
    state: report?.state,
    created,
  }),
};
