import type { Static } from "typebox";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { CONTACT_TYPES, STANDINGS } from "../../addresses/contact_types.ts";
import { once } from "../../base/cache.ts";
import { nullable } from "../../base/schemas.ts";

const text = Type.String();
const FILE = Type.Object({ artifactId: text, name: text, sha256: text });
const CARRIED = Type.Object({
  messageId: text,
  part: Type.Integer(),
  name: text,
  mimeType: text,
});
const ENTRY = Type.Object({
  contactId: nullable(text),
  contactType: Type.Enum([...CONTACT_TYPES]),
  standing: Type.Enum([...STANDINGS]),
});
const TERMS = Type.Optional(
  Type.Object({
    acceptBy: Type.Optional(text),
    acceptWithin: Type.Optional(text),
    deliverBy: Type.Optional(text),
    deliverWithin: Type.Optional(text),
    arbiter: Type.Optional(text),
  }),
);
const MESSAGE = {
  conversationId: text,
  messageId: text,
  mode: text,
  inReplyTo: Type.Optional(text),
  recipients: Type.Array(
    Type.Object({ address: text, account: Type.Boolean() }),
  ),
  sha256: text,
  artifacts: Type.Array(FILE),
  files: Type.Optional(Type.Array(CARRIED)),
};

/**
 * The exact action of each act, as a checkpoint stores it.
 */
const STORED = {
  /** A draft is sent. */
  submit: Type.Object({
    act: Type.Literal("submit"),
    conversationId: text,
    from: text,
    title: text,
    recipients: Type.Array(
      Type.Object({
        role: text,
        address: text,
        account: Type.Boolean(),
        holder: Type.Optional(text),
      }),
    ),
    price: text,
    release: text,
    releaseAction: Type.Optional(Type.Object({})),
    terms: TERMS,
    contactType: text,
    messages: Type.Array(Type.Object({ messageId: text, sha256: text })),
    artifacts: Type.Array(FILE),
    files: Type.Optional(Type.Array(CARRIED)),
  }),
  /** A message to ordinary addresses. */
  outward: Type.Object({ act: Type.Literal("outward"), ...MESSAGE }),
  /** A message that accepts its request. */
  reply: Type.Object({ act: Type.Literal("reply"), ...MESSAGE }),
  /** A file that accepts it. */
  artifact: Type.Object({
    act: Type.Literal("artifact"),
    conversationId: text,
    ...FILE.properties,
  }),
  /** A completion that accepts it. */
  complete: Type.Object({
    act: Type.Literal("complete"),
    conversationId: text,
  }),
  /** A receipt that accepts it. */
  receipt: Type.Object({
    act: Type.Literal("receipt"),
    conversationId: text,
    statement: Type.Optional(text),
  }),
  /** An agent asks its person something. */
  ask: Type.Object({
    act: Type.Literal("ask"),
    conversationId: text,
    messageId: text,
    sha256: text,
  }),
  /** A conversation is canceled. */
  cancel: Type.Object({
    act: Type.Literal("cancel"),
    conversationId: text,
    by: text,
    reason: text,
    payment: text,
    price: text,
  }),
  /** The payee asks for a higher price. */
  raise_price: Type.Object({
    act: Type.Literal("raise_price"),
    conversationId: text,
    paymentId: text,
    price: text,
    extra: text,
    reason: Type.Optional(text),
  }),
  /** The other side proposes terms. */
  proposal: Type.Object({
    act: Type.Literal("proposal"),
    conversationId: text,
    proposalId: text,
    price: text,
    release: text,
    dueAt: Type.Optional(text),
    /** Empty for none. */
    arbiter: Type.Optional(text),
    reason: Type.Optional(text),
  }),
  /** The payer asks for money back. */
  refund: Type.Object({
    act: Type.Literal("refund"),
    conversationId: text,
    paymentId: text,
    amount: text,
    reason: Type.Optional(text),
  }),
  /** The other side of a dispute names how much goes back. */
  dispute: Type.Object({
    act: Type.Literal("dispute"),
    conversationId: text,
    disputeId: text,
    take: Type.Integer(),
    return: text,
    release: text,
    reason: Type.Optional(text),
  }),
  /** The arbiter of a dispute decides it. */
  arbitration: Type.Object({
    act: Type.Literal("arbitration"),
    conversationId: text,
    disputeId: text,
    amount: text,
  }),
  /** A request is accepted. */
  accept: Type.Object({
    act: Type.Literal("accept"),
    conversationId: text,
    from: text,
    price: text,
    release: text,
    terms: TERMS,
  }),
  /** Somebody gets a contact privilege of the account. */
  grant: Type.Object({
    act: Type.Literal("grant"),
    address: text,
    contactId: nullable(text),
    before: nullable(ENTRY),
    after: ENTRY,
  }),
} as const;

/** The acts of checkpoints, each with its row in decisions/rows/. */
export type Act = keyof typeof STORED;

type Kept<T> = T extends readonly (infer Item)[]
  ? readonly Kept<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Kept<T[Name]> }
    : T;

/** The exact action that a decision is bound to by its digest, distinguished by `act`. */
export type Action<A extends Act = Act> = {
  [Name in A]: Kept<Static<(typeof STORED)[Name]>>;
}[A];

export const ACTS = Object.keys(STORED) as readonly Act[];

/** How a checkpoint blocks its conversation. */
interface Traits {
  readonly kind: "input" | "review" | "acceptance";
  /** True if the conversation is in `input-required` while it is open. */
  readonly blocks: boolean;
  /** True for an agent's act or question after a request was sent. */
  readonly isInWork: boolean;
}

const REVIEW: Traits = { kind: "review", blocks: true, isInWork: false };
const WORK: Traits = { ...REVIEW, isInWork: true };

/** How a checkpoint about each act blocks its conversation. */
export const TRAITS = {
  submit: REVIEW,
  outward: WORK,
  reply: WORK,
  artifact: WORK,
  complete: WORK,
  receipt: WORK,
  ask: { ...WORK, kind: "input" },
  cancel: REVIEW,
  // Waits in `auth-required`.
  raise_price: { kind: "input", blocks: false, isInWork: false },
  // Keeps nobody from working.
  proposal: { kind: "input", blocks: false, isInWork: false },
  // The price is frozen; the state stays.
  dispute: { kind: "input", blocks: false, isInWork: false },
  arbitration: { kind: "input", blocks: false, isInWork: false },
  // Waits when everything else is over.
  refund: { kind: "input", blocks: false, isInWork: false },
  // Waits in `submitted`.
  accept: { kind: "acceptance", blocks: false, isInWork: false },
  grant: REVIEW,
} as const satisfies Readonly<Record<Act, Traits>>;

const stored = once(() => Compile(Type.Union(Object.values(STORED))));

/** Reads the action of a stored checkpoint unchanged: the record commits to it. */
export function readAction(action: unknown): Action {
  if (stored().Check(action)) return action;
  throw new RangeError("A stored checkpoint has no action that is known");
}
