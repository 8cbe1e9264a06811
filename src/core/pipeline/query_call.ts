import type { Caller, Core, QueryCall } from "../access/context.ts";
import type { Acting, Principal } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import { sayIn } from "../base/words/say_in.ts";

const NOBODY: Acting = { kind: "service", accountId: "", scopes: [] };

/** The view of one call that a query gets. */
export function queryCall(services: Core, caller: Caller): QueryCall {
  const { principal } = caller;
  return {
    settings: services.settings,
    db: services.db,
    signer: services.signer,
    outside: services.outside,
    clock: services.clock,
    newId: services.newId,
    randomBytes: services.randomBytes,
    lateness: services.lateness,
    clockDoubt: services.clockDoubt,
    readiness: services.readiness,
    caller,
    now: services.clock(),
    attempt: new Map(),
    member: memberOf(principal),
    say: sayIn(caller.language ?? USUAL_LANGUAGE),
  };
}

/** Treats a newcomer as the person they are about to be. */
function memberOf(principal: Principal): Acting {
  if (isMember(principal)) return principal;
  if (principal.kind === "guest") {
    const { scopes, accountId } = principal;
    return accountId === undefined
      ? { kind: "email", accountId: "", scopes, guest: principal }
      : { kind: "person", accountId, scopes, guest: principal };
  }
  if (principal.kind !== "newcomer") return NOBODY;
  return { ...principal, kind: "person", scopes: null };
}
