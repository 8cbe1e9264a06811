/**
 * How is an operation defined, and may this caller call it now? `access.ts` asks for
 * scopes, `rate.ts` counts calls (`untold_calls.ts` is what other nodes have yet to hear of
 * them), `turns.ts` has those wait who read much, `actor.ts` says who acted,
 * `idempotency.ts` keeps answers for repeats, `readiness.ts` says whether requests can be
 * served.
 * @module
 */
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { once } from "../base/cache.ts";
import type { AccessRole } from "../base/team_roles.ts";
import { DELEGATE } from "../base/team_roles.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldAsIs } from "../base/words/sentence.ts";
import type { CommandCall, QueryCall } from "./context.ts";

/** The callers that an operation admits, and the exact sentence for all others. */
export interface Access {
  readonly who:
    | "anyone"
    | "member"
    | "guest"
    | "session"
    | "newcomer"
    | "owner"
    | "operator"
    | "system";
  /** Tells a caller who is admitted. */
  readonly sentence: Sentence;
  /** True admits a guest, in the conversation they were invited to. */
  readonly guests?: true;
  /** True also admits an agent with the scope; otherwise only its owner. */
  readonly agents?: true;
  /** True reads who is calling, if somebody is: they may see more. */
  readonly known?: true;
  /** True admits a person who has not created their account yet. */
  readonly newcomers?: true;
  /** For a member of a team: the role that it takes; an owner if absent. */
  readonly role?: AccessRole;
  /** True also admits somebody who only decides for the account (docs/delegation.md). */
  readonly delegates?: true;
}

/** Programs recognise these words, in every language. */
export const SIGN_IN_REQUIRED = toldAsIs("Sign in required.");

export const ANYONE: Access = { who: "anyone", sentence: toldAsIs("") };
/** The same; an account that is signed in may see more. */
export const ANYONE_KNOWN: Access = { ...ANYONE, known: true };
/** Any signed-in account (docs/interfaces.md, Bearer tokens). */
export const MEMBER: Access = { who: "member", sentence: SIGN_IN_REQUIRED };
/** The same, and a guest in the one conversation that they were invited to. */
export const MEMBER_OR_GUEST: Access = { ...MEMBER, guests: true };
/** The same two, and somebody who decides for the account. */
export const DECIDER: Access = { ...MEMBER, delegates: true };
export const DECIDER_OR_GUEST: Access = { ...DECIDER, guests: true };
/** Only the guest who opened the link of an invite. */
export const GUEST: Access = {
  who: "guest",
  sentence: told`Open the link in your invite first.`,
};
/** The same on the address API, with another sentence. */
export const ADDRESS_MEMBER: Access = {
  who: "member",
  sentence: told`Sign in to reserve an address.`,
};
/** The same, also while the account is being created. */
export const ADDRESS_CHOOSER: Access = { ...ADDRESS_MEMBER, newcomers: true };
/** The same for resolving: without a full stop. */
export const RESOLVE_MEMBER: Access = {
  who: "member",
  sentence: toldAsIs("Sign in required"),
};
/** Only a person in a session, no agent. */
export const SESSION: Access = {
  who: "session",
  sentence: SIGN_IN_REQUIRED,
};
/** The same; in a team a manager, or any member. */
export const MANAGER: Access = { ...SESSION, role: "manager" };
export const TEAM_MEMBER: Access = { ...SESSION, role: "reader" };
/** A person in a session, for themselves or to leave whom they decide for. */
export const LEAVING: Access = { ...SESSION, role: DELEGATE, delegates: true };
/** A person in a session, even before their account is created. */
export const NEWCOMER: Access = {
  who: "newcomer",
  sentence: SIGN_IN_REQUIRED,
};
/**
 * A person in a session, for their own account; or the operator, who names the
 * account. No agent, whatever its scopes.
 */
export const OWNER: Access = { who: "owner", sentence: SIGN_IN_REQUIRED };
/** The same, and an agent whose credential has the operation's scope. */
export const OWNER_OR_AGENT: Access = { ...OWNER, agents: true };
/** Only the operator, at the machine's terminal. */
export const OPERATOR_ONLY: Access = {
  who: "operator",
  sentence: told`Only the operator can do this.`,
};

/**
 * The class in which calls are counted; each class has its own budget (docs/limits.md, Rates
 * of an account).
 */
export type RateClass =
  | "read"
  | "write"
  | "create"
  | "resolve"
  | "available"
  | "visit";

/** Only the service itself: no call over a wire is admitted. */
export const SYSTEM_ONLY: Access = {
  who: "system",
  sentence: told`Only the service itself can do this.`,
};

/** The hints of MCP `ToolAnnotations` that the kind of operation does not imply. */
export interface ToolHints {
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  /** True if the input contains a file: then a request may be as large as one. */
  readonly takesFile?: true;
}

interface Described<I extends TSchema, O extends TSchema> {
  /** snake_case, unique. */
  readonly name: string;
  readonly title: string;
  /**
   * Tells a person and a model what it does and when to use it; absent if only the terminal
   * or the service itself calls it.
   */
  readonly description?: string;
  readonly access: Access;
  /** The scope that a limited credential needs (docs/agent_access.md). */
  readonly scope?: string;
  /**
   * The same if it depends on the input: any one of these admits a call, a refusal names the
   * first, and `run` checks what it then needs.
   */
  scopesFor?(input: Static<I>): readonly [string, ...string[]];
  /**
   * The class in which the call counts; by default `read` or `write`, by the kind of
   * operation.
   */
  readonly rate?: RateClass;
  readonly input: I;
  readonly output: O;
  /** Present when the operation is a tool. */
  readonly tool?: ToolHints;
}

/** Lets the answers of a query be cached as written. */
export interface Keeping<I extends TSchema, O extends TSchema> {
  /**
   * The state that an answer depends on besides its caller and its input, cheaply read;
   * undefined if the answer must not be cached. It refuses as `run` does.
   */
  standing(input: Static<I>, call: QueryCall): Promise<string | undefined>;
  /** The time from which it may differ; 0 if it depends on anything else. */
  until(output: Static<O>): number;
}

/** Reads; its `run` has no way to write. */
export interface QueryDefinition<I extends TSchema, O extends TSchema>
  extends Described<I, O> {
  readonly keeping?: Keeping<I, O>;
  /** True for long reads: the calls of one account take turns. */
  readonly takesTurns?: true;
  /** Answers from this process, even while the database is down: it reads no stored data. */
  readonly isOfProcess?: true;
  run(input: Static<I>, call: QueryCall): Promise<Static<O>>;
}

/** Changes something; `run` decides and collects, the pipeline commits. */
export interface CommandDefinition<I extends TSchema, O extends TSchema>
  extends Described<I, O> {
  /**
   * The audit chains it appends to that may already exist. An unnamed chain is new. Each is
   * locked by one call at a time in this process.
   */
  chains(input: Static<I>, call: QueryCall): readonly string[];
  /**
   * The member of the output that is a secret and is shown once. It is never stored for a
   * repeat under an idempotency key, which is refused instead.
   */
  readonly shownOnce?: string;
  run(input: Static<I>, call: CommandCall): Promise<Static<O>>;
}

interface Checked {
  validator(): ReturnType<typeof Compile>;
}

/** A command that asks an external system before it decides. */
export interface PreparedDefinition<I extends TSchema, O extends TSchema, P>
  extends Described<I, O> {
  /** The result of `prepare` for an input that asks nothing outside; else undefined. */
  unasked?(input: Static<I>, call: QueryCall): P | undefined;
  /**
   * Asks an external system, such as DNS, once and before anything is locked or read for the
   * decision. The result may be outdated when `run` starts.
   */
  prepare(input: Static<I>, call: QueryCall): Promise<P>;
  chains(input: Static<I>, call: QueryCall, prepared: P): readonly string[];
  run(input: Static<I>, call: CommandCall, prepared: P): Promise<Static<O>>;
}

export type Query<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
> = QueryDefinition<I, O> & Checked & { readonly kind: "query" };

export type Command<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
> = Described<I, O> &
  Checked & {
    readonly kind: "command";
    readonly shownOnce?: string;
    unasked?(input: Static<I>, call: QueryCall): unknown;
    prepare?(input: Static<I>, call: QueryCall): Promise<unknown>;
    chains(
      input: Static<I>,
      call: QueryCall,
      prepared: unknown,
    ): readonly string[];
    run(
      input: Static<I>,
      call: CommandCall,
      prepared: unknown,
    ): Promise<Static<O>>;
  };

export type Operation = Query | Command;

/** Defines an operation that only reads. */
export function defineQuery<I extends TSchema, O extends TSchema>(
  definition: QueryDefinition<I, O>,
): Query<I, O> {
  return {
    ...definition,
    kind: "query",
    validator: once(() => Compile(definition.input)),
  };
}

/** Defines an operation that changes something. */
export function defineCommand<I extends TSchema, O extends TSchema>(
  definition: CommandDefinition<I, O>,
): Command<I, O> {
  return {
    ...definition,
    kind: "command",
    validator: once(() => Compile(definition.input)),
  };
}

/** Defines a command that depends on an external system. */
export function definePreparedCommand<I extends TSchema, O extends TSchema, P>(
  definition: PreparedDefinition<I, O, P>,
): Command<I, O> {
  return {
    ...definition,
    kind: "command",
    validator: once(() => Compile(definition.input)),
  };
}
