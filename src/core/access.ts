import { ServiceError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Principal } from "./principal.ts";
import { isMember } from "./principal.ts";

/**
 * Checks who calls before anything is read or parsed.
 * @throws unauthenticated with the API's exact sentence, forbidden, or
 * insufficient_scope naming the scope.
 */
export function checkAccess(operation: Operation, principal: Principal): void {
  const { access, scope } = operation;
  if (access.who === "anyone") return;
  if (access.who === "operator") {
    if (principal.kind === "operator") return;
    throw new ServiceError("forbidden", { detail: access.sentence });
  }
  if (!isMember(principal)) {
    throw new ServiceError("unauthenticated", { detail: access.sentence });
  }
  if (scope && principal.scopes && !principal.scopes.includes(scope)) {
    throw new ServiceError("insufficient_scope", {
      detail: `Cannot ${operation.title.toLowerCase()}: the credential lacks the scope ${scope}.`,
      extra: { scope },
    });
  }
}
