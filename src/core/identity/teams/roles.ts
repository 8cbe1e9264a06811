import type { MicroUsdc } from "../../base/money.ts";
import type { AccessRole, TeamRole } from "../../base/team_roles.ts";
import { DELEGATE, TEAM_ROLES } from "../../base/team_roles.ts";
import type { Scope } from "../scopes.ts";
import { scopesOfPreset } from "../scopes.ts";

/** How much a member approves and spends without asking; null is no limit. */
export interface MemberLimits {
  readonly upTo: MicroUsdc | null;
  readonly perDay: MicroUsdc | null;
  /** The acts that they decide; null for all. */
  readonly decides: readonly string[] | null;
}

interface RoleRow {
  /** Null is everything. */
  readonly scopes: readonly Scope[] | null;
  /** The limits of a member who was given none. */
  readonly usual: MemberLimits;
  /** The roles that they give and take. */
  readonly shares: readonly TeamRole[];
}

const UNLIMITED: MemberLimits = { upTo: null, perDay: null, decides: null };
/** With the list of one's own teams. */
const READER: readonly Scope[] = [
  ...(scopesOfPreset("reader") ?? []),
  "teams:act",
];
const RESPONDER: readonly Scope[] = [
  ...READER,
  "drafts:write",
  "artifacts:write",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "contacts:new",
  "outward:send",
  "receipts:sign",
  "decisions:write",
  "payments:hold",
];

/** For everything that a decision carries out; a delegate calls only operations that admit one. */
const DECIDING: readonly Scope[] = [
  "addresses:read",
  "conversations:read",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "contacts:new",
  "outward:send",
  "receipts:sign",
  "decisions:write",
  "payments:hold",
];

/** Everything that a role allows (docs/teams.md): there is no other place that says so. */
const ROLES: Readonly<Record<AccessRole, RoleRow>> = {
  owner: { scopes: null, usual: UNLIMITED, shares: TEAM_ROLES },
  manager: {
    scopes: null,
    usual: UNLIMITED,
    shares: ["responder", "reader"],
  },
  responder: {
    scopes: RESPONDER,
    usual: { ...UNLIMITED, upTo: 0 },
    shares: [],
  },
  reader: { scopes: READER, usual: { ...UNLIMITED, upTo: 0 }, shares: [] },
  delegate: { scopes: DECIDING, usual: UNLIMITED, shares: [] },
};

/** The row of a role. */
export function roleRow(role: AccessRole): RoleRow {
  return ROLES[role];
}

/** True if nothing limits a member or a delegate: they act as the account's person. */
export function isUnlimited(role: AccessRole, limits: MemberLimits): boolean {
  const { upTo, perDay, decides } = limits;
  const isFree = upTo === null && perDay === null && decides === null;
  return isFree && (ROLES[role].scopes === null || role === DELEGATE);
}

/** The part of a membership that limits what it pays. */
interface Paying {
  readonly role: AccessRole | null;
  readonly perPayment: MicroUsdc | null;
}

/** True for a member who may approve and pay an amount, but for what others have to approve. */
export function mayPay(
  { role, perPayment }: Paying,
  amount: MicroUsdc,
): boolean {
  if (role === null || role === DELEGATE) return false;
  const { mayApprove, maySpend } = rightsOf(role);
  return mayApprove && maySpend && amount <= (perPayment ?? amount);
}

/** The rights of a role, in the manner of `myRights` (RFC 9670, section 2). */
export function rightsOf(role: AccessRole) {
  const { scopes, shares } = ROLES[role];
  const has = (scope: Scope) => scopes === null || scopes.includes(scope);
  return {
    mayRead: has("conversations:read"),
    mayWrite: has("conversations:write"),
    maySign: has("receipts:sign"),
    mayApprove: has("decisions:write"),
    maySpend: has("payments:hold"),
    mayAdmin: has("profile:write"),
    mayShare: shares.length > 0,
    mayDelete: shares.includes("owner"),
  };
}
