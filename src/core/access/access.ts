import { isAtLeast } from "../base/team_roles.ts";
import { phrase } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told, toldWithin } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Access, Operation } from "./operation.ts";
import type { Acting, Member, Principal } from "./principal.ts";
import { hasScope, isDelegate, isMember } from "./principal.ts";

/**
 * Checks the caller before anything is read or parsed.
 * @throws unauthenticated with the API's exact sentence, session_expired, signup_required,
 * forbidden, or insufficient_scope naming the scope.
 */
export function checkAccess(operation: Operation, principal: Principal): void {
  const { access } = operation;
  switch (access.who) {
    case "anyone":
      return;
    case "operator":
    case "system":
      if (principal.kind === access.who) return;
      throw new ServiceError("forbidden", { detail: access.sentence });
    case "newcomer":
      if (principal.kind === "newcomer") return;
      checkSession(operation, requireMember(operation, principal));
      return;
    case "session":
      checkSession(operation, requireMember(operation, principal));
      return;
    case "owner":
      if (principal.kind === "operator") return;
      if (access.agents)
        checkScope(operation, requireMember(operation, principal));
      else checkSession(operation, requireMember(operation, principal));
      return;
    case "member":
      if (access.newcomers && principal.kind === "newcomer") return;
      checkScope(
        operation,
        access.guests && principal.kind === "guest"
          ? principal
          : requireMember(operation, principal),
      );
      return;
    case "guest":
      if (principal.kind !== "guest") throw nobody(access, principal);
      checkScope(operation, principal);
  }
}

function checkScope(
  { scope, title }: Operation,
  who: Pick<Acting, "scopes">,
): void {
  if (scope !== undefined) requireScope(who, scope, toldWithin(title));
}

/**
 * Checks what depends on the input: one of the scopes that it may need.
 * @throws insufficient_scope naming the first of them
 */
export function checkScopesFor(
  operation: Operation,
  principal: Principal,
  input: unknown,
): void {
  if (!operation.scopesFor || !isMember(principal)) return;
  requireOneScope(
    principal,
    operation.scopesFor(input),
    toldWithin(operation.title),
  );
}

/** The parts of an operation that decide who may call it, whatever the input. */
interface Callable {
  readonly title: string;
  readonly scope?: string;
  scopesFor?(): Scopes;
}

type Scopes = readonly [string, ...string[]];

/**
 * Refuses a call as the operation would before it runs.
 * @throws insufficient_scope naming the scope; forbidden for a delegate
 */
export function checkCall(
  { title, scope, scopesFor }: Callable,
  who: Pick<Acting, "scopes" | "team">,
): void {
  if (isDelegate(who)) throw decidesOnly(title);
  const wanted = scope === undefined ? scopesFor?.() : ([scope] as const);
  if (wanted) requireOneScope(who, wanted, toldWithin(title));
}

function requireOneScope(
  who: Pick<Acting, "scopes">,
  wanted: Scopes,
  what: Sentence,
): void {
  if (wanted.some((scope) => hasScope(who, scope))) return;
  requireScope(who, wanted[0], what);
}

/**
 * Returns the member, who has an inbox.
 * @throws unauthenticated with the given sentence, session_expired, signup_required;
 * forbidden for a delegate whom the operation does not admit
 */
export function requireMember(
  { access, title }: Pick<Operation, "access" | "title">,
  principal: Principal,
): Member {
  if (isMember(principal)) {
    if (isDelegate(principal) && !access.delegates) throw decidesOnly(title);
    return principal;
  }
  if (principal.kind === "newcomer") {
    throw new ServiceError("signup_required", {
      detail: told`Cannot ${toldWithin(title)}: choose a display name first.`,
    });
  }
  throw nobody(access, principal);
}

function decidesOnly(title: string): ServiceError {
  return new ServiceError("forbidden", {
    detail: told`Cannot ${toldWithin(title)}: you only decide for this account. Leave Svc-Act-As out to do it for yourself.`,
  });
}

/**
 * Checks that an agent may do one thing. The refusal includes `what`.
 * @throws insufficient_scope naming the scope
 */
export function requireScope(
  member: Pick<Acting, "scopes">,
  scope: string,
  what: Sentence,
): void {
  if (hasScope(member, scope)) return;
  throw new ServiceError("insufficient_scope", {
    detail: told`Cannot ${what}: the credential is missing the scope ${scope}.`,
    extra: { scope },
  });
}

/** Refuses a decision that needs a signed-in person. */
function checkSession(operation: Operation, member: Member): void {
  const { title, access } = operation;
  const { team, sessionId } = member;
  if (team && !isAtLeast(team.role, access.role ?? "owner")) {
    throw new ServiceError("forbidden", {
      detail: told`Cannot ${toldWithin(title)}: your role in the team doesn't allow it.`,
    });
  }
  if (sessionId !== undefined) return;
  throw new ServiceError("forbidden", {
    detail: told`Cannot ${toldWithin(title)}: only the account's person can, signed in.`,
  });
}

/** Accepts the token of a person's session and refuses an agent's. */
const OF_SESSION: ReadonlySet<Access["who"]> = new Set([
  "session",
  "newcomer",
  "owner",
]);

/** True for acts of a signed-in person: no agent credential is allowed. */
export function needsSession({ who, agents }: Access): boolean {
  return OF_SESSION.has(who) && agents !== true;
}

const SESSION_FIX = phrase`Send the header Authorization: Bearer <SESSION_TOKEN>, with a token from POST /api/auth/session-token. Agent credentials can't do this.`;

function nobody(access: Access, principal: Principal): ServiceError {
  const detail = access.sentence;
  if (principal.kind === "anonymous" && principal.expired) {
    return new ServiceError("session_expired", { detail });
  }
  return new ServiceError("unauthenticated", {
    detail,
    ...(needsSession(access) && { fix: SESSION_FIX }),
  });
}
