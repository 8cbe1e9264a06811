import { ServiceError } from "./errors.ts";
import type { Access, Operation } from "./operation.ts";
import type { Member, Principal } from "./principal.ts";
import { isMember } from "./principal.ts";

/**
 * Checks who calls before anything is read or parsed.
 * @throws unauthenticated with the API's exact sentence, session_expired,
 * signup_required, forbidden, or insufficient_scope naming the scope.
 */
export function checkAccess(operation: Operation, principal: Principal): void {
  const { access, scope } = operation;
  switch (access.who) {
    case "anyone":
      return;
    case "operator":
    case "system":
      if (principal.kind === access.who) return;
      throw new ServiceError("forbidden", { detail: access.sentence });
    case "newcomer":
      if (principal.kind === "newcomer") return;
      checkSession(operation, memberOf(operation, principal));
      return;
    case "session":
      checkSession(operation, memberOf(operation, principal));
      return;
    case "member":
      if (scope === undefined) memberOf(operation, principal);
      else requireScope(memberOf(operation, principal), scope, operation.title);
  }
}

/**
 * Checks that an agent may do one thing. `what` is said in the refusal.
 * @throws insufficient_scope naming the scope
 */
export function requireScope(
  { scopes }: Member,
  scope: string,
  what: string,
): void {
  if (scopes === null || scopes.includes(scope)) return;
  throw new ServiceError("insufficient_scope", {
    detail: `Cannot ${what.toLowerCase()}: the credential lacks the scope ${scope}.`,
    extra: { scope },
  });
}

function memberOf(operation: Operation, principal: Principal): Member {
  if (isMember(principal)) return principal;
  if (principal.kind === "newcomer") {
    throw new ServiceError("signup_required", {
      detail: `Cannot ${operation.title.toLowerCase()}: choose a display name first.`,
    });
  }
  throw nobody(operation.access, principal);
}

/** What only a person decides, signed in and present. */
function checkSession(operation: Operation, member: Member): void {
  if (member.sessionId !== undefined) return;
  throw new ServiceError("forbidden", {
    detail: `Cannot ${operation.title.toLowerCase()}: only the person does this, signed in.`,
  });
}

function nobody({ sentence }: Access, principal: Principal): ServiceError {
  const isExpired = principal.kind === "anonymous" && principal.expired;
  const code = isExpired ? "session_expired" : "unauthenticated";
  return new ServiceError(code, { detail: sentence });
}
