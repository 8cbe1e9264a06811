import type { AccessRole } from "../base/team_roles.ts";
import { DELEGATE } from "../base/team_roles.ts";
import type { AcceptLimits } from "../db/tables/account_schema.ts";

/** The caller: made once from the bearer string, without the secret. */
export type Principal =
  | Anonymous
  | Newcomer
  | Guest
  | Member
  | Operator
  | System;

export interface Anonymous {
  readonly kind: "anonymous";
  /** True for a session's token that has expired. */
  readonly expired?: true;
  /** The network address, where calls are counted by it. */
  readonly from?: string;
}

/** Somebody who reads what is public, by their network address. */
export interface Visitor extends Anonymous {
  readonly from: string;
}

/** A person with a verified mailbox and no account yet. */
export interface Newcomer {
  readonly kind: "newcomer";
  /** The id that the account will have. */
  readonly accountId: string;
  readonly sessionId: string;
}

/**
 * A signed-in person, an agent with access to an inbox, or a service agent's own run. A
 * team's member with a limit counts as an agent: beyond it, another member is asked.
 */
export interface Member {
  readonly kind: "person" | "agent" | "service";
  readonly accountId: string;
  /** An agent's access: a credential, or an OAuth client's grant. */
  readonly credentialId?: string;
  /** The owner's name for that access. */
  readonly credentialName?: string;
  /** The other service that vouches for the act, if the account's inbox is there. */
  readonly origin?: string;
  /** The session that a person acts in. */
  readonly sessionId?: string;
  /** Granted scopes; `null` is the owner's full inbox rights. */
  readonly scopes: readonly string[] | null;
  /** Most micro-USDC that one payment may hold; no limit if absent. */
  readonly perPayment?: number;
  /** Most micro-USDC that the payments of a UTC day may hold; no limit if absent. */
  readonly perDay?: number;
  /** Most micro-USDC that the payments of a UTC day to one payee may hold. */
  readonly perPayee?: number;
  /** It asks its person before it first pays somebody outside their contacts. */
  readonly asksFirstPayment?: true;
  /** Limits on the requests it accepts without asking; if absent only its scopes limit it. */
  readonly accept?: AcceptLimits;
  /** Set for a member who acts as a team: the account is the team's (docs/teams.md). */
  readonly team?: ActingMember;
}

/** The member behind an act of a team, or the delegate of a person. */
export interface ActingMember {
  readonly memberId: string;
  readonly role: AccessRole;
  /** The acts that they decide; null for all. */
  readonly decides: readonly string[] | null;
  /** The principal that they signed in as. */
  readonly by: Member;
}

/**
 * A person who opened the link of an invite, or of an order that a wallet paid: one participant
 * of one conversation, without an account that anybody signs in to.
 */
export interface Guest {
  readonly kind: "guest";
  readonly conversationId: string;
  readonly position: number;
  readonly address: string;
  /** The mail whose link was opened; "" for none. */
  readonly outboxId: string;
  /** The account of the wallet that paid, for the link of an order. */
  readonly accountId?: string;
  readonly scopes: readonly string[];
}

/** The caller of an operation: a member with an inbox, or a guest of one conversation. */
export interface Acting extends Omit<Member, "kind"> {
  readonly kind: Member["kind"] | "email";
  /** Present for a guest, whose `accountId` is empty, or that of their wallet. */
  readonly guest?: Guest;
}

/** The operator at the machine's terminal: `svc`. */
export interface Operator {
  readonly kind: "operator";
}

/** The service itself, for no account. */
export interface System {
  readonly kind: "system";
}

export const ANONYMOUS: Anonymous = { kind: "anonymous" };
/** An anonymous caller whose calls are counted, if their network address is known. */
export function visitor(from: string | null): Anonymous {
  return from === null ? ANONYMOUS : { kind: "anonymous", from };
}

export const EXPIRED: Anonymous = { kind: "anonymous", expired: true };
export const OPERATOR: Operator = { kind: "operator" };
export const SYSTEM: System = { kind: "system" };

/** True for a principal that owns an inbox. */
export function isMember(principal: Principal): principal is Member {
  const { kind } = principal;
  return kind === "person" || kind === "agent" || kind === "service";
}

/** The kind of somebody who writes: a team's member with a limit is still a person. */
export function authorKindOf({ kind, team }: Acting): Acting["kind"] {
  return team ? team.by.kind : kind;
}

/** True unless a team gave its member other decisions than this act's. */
export function decidesOn({ team }: Acting, act: string): boolean {
  return team?.decides?.includes(act) ?? true;
}

/** True for somebody who only decides for the account. */
export function isDelegate({ team }: Pick<Acting, "team">): boolean {
  return team?.role === DELEGATE;
}

/** True if an identity has a scope; a person has every one. */
export function hasScope(
  { scopes }: Pick<Acting, "scopes">,
  scope: string,
): boolean {
  return scopes === null || scopes.includes(scope);
}
