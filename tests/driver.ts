/** A driver's verbs, and how its answers are brought into one form. */

import type { Refusal } from "./refusal.ts";

/** The outcome of a verb, in the same form whatever wire it went over. */
export type Outcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly error: Refusal };

export interface CreateFields {
  readonly to: readonly string[];
  readonly text: string;
  readonly title?: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly price?: unknown;
  readonly release?: string;
  readonly releaseAction?: unknown;
  readonly acceptWithin?: string;
  readonly deliverBy?: string;
  readonly deliverWithin?: string;
  readonly contactType?: string;
  readonly firstUse?: boolean;
  readonly contextId?: string;
  readonly quoteId?: string;
}

export interface Created {
  readonly conversationId: string;
  readonly contextId: string;
  readonly state: string;
}

/** The facts about a conversation that every wire can tell. */
export interface Seen extends Created {
  readonly paymentStatus: string;
  readonly texts: readonly string[];
  /** All else that each wire says of it. */
  readonly record: unknown;
}

export interface Driver {
  readonly name: "rest" | "mcp" | "a2a";
  /** Writes and submits a conversation. */
  create(token: string, fields: CreateFields): Promise<Outcome<Seen>>;
  /** To the author of what is answered, if no mode is given; null is each wire's own. */
  reply(
    token: string,
    conversationId: string,
    text: string,
    mode?: string | null,
  ): Promise<Outcome<Seen>>;
  /** An agent asks its own person. */
  ask(
    token: string,
    conversationId: string,
    text: string,
  ): Promise<Outcome<Seen>>;
  read(token: string, conversationId: string): Promise<Outcome<Seen>>;
  list(
    token: string,
    view?: string,
  ): Promise<Outcome<{ readonly conversationIds: readonly string[] }>>;
  cancel(
    token: string,
    conversationId: string,
    reason: string,
  ): Promise<Outcome<Seen>>;
}

/** The members of a mode; none if it is each wire's own. */
export function modeOf(mode: string | null) {
  return mode === null ? {} : { mode };
}

/** The members that tasks and their messages have beyond A2A itself. */
const OF_TASKS = [
  ...["state", "nextStep", "actions", "replyReaders", "stateReason"],
  ...["stateCode", "stateReasonBy", "payment", "checkpoints", "links"],
];
const OF_MESSAGES = [
  ...["messageId", "author", "actor", "mode", "accept", "inReplyTo"],
  ...["artifactIds", "createdAt", "trust", "parts"],
];

/** Members in one order, without what is A2A's client's own. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .map(([name, it]) => [name, tidy(it)] as const)
    .filter(([name]) => name !== "a2a");
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** All that a wire says of a conversation, in one form. */
export function recordOf(
  task: Readonly<Record<string, unknown>>,
  messages: readonly Readonly<Record<string, unknown>>[],
): unknown {
  const some = (
    from: Readonly<Record<string, unknown>>,
    names: readonly string[],
  ) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return tidy({
    ...some(task, OF_TASKS),
    messages: messages.map((it) => some(it, OF_MESSAGES)),
  });
}

/** An outcome with its output in another form. */
export function mapped<T, U>(
  outcome: Outcome<T>,
  form: (output: T) => U,
): Outcome<U> {
  return outcome.ok ? { ok: true, output: form(outcome.output) } : outcome;
}

/** A refused outcome. */
export function failed(error: Refusal): Outcome<never> {
  return { ok: false, error };
}
