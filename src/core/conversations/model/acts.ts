/**
 * What a checkpoint can be about. Whatever depends on it is a table with one row for
 * each: what is shown, what each answer leads to, who may give it, and what it does.
 */
export const ACTS = [
  /** A draft is sent. */
  "submit",
  /** A message leaves for ordinary addresses. */
  "outward",
  /** A message accepts the request that it answers. */
  "reply",
  /** A file does. */
  "artifact",
  /** Saying that the work is finished does. */
  "complete",
  /** Signing the receipt does. */
  "receipt",
  /** An agent asks its person something. */
  "ask",
  /** A conversation is canceled. */
  "cancel",
  /** The payee asks for a higher price. */
  "raise_price",
  /** A request is accepted. */
  "accept",
  /** Somebody gets a contact privilege of the account. */
  "grant",
] as const;
export type Act = (typeof ACTS)[number];

/** The exact action that a decision is bound to by its digest. */
export interface Action {
  readonly act: Act;
  readonly [member: string]: unknown;
}
