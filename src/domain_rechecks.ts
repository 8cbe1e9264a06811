import { domainStore } from "./core/addresses/domain_store.ts";
import type { Services } from "./core/call.ts";
import { callOperation } from "./core/call.ts";
import type { Caller } from "./core/context.ts";
import { LIMITS } from "./core/limits.ts";
import { Loop } from "./core/loop.ts";
import { recheckDomain } from "./core/operations/recheck_domain.ts";
import { OPERATOR } from "./core/principal.ts";

/**
 * Checks the domains whose daily check is due, a bounded number of them. A
 * domain that fails is logged and does not keep the others waiting.
 * @param signal Ends the pass early: what was begun is finished.
 * @returns How many were checked.
 */
export async function recheckDue(
  services: Services,
  signal?: AbortSignal,
): Promise<number> {
  const due = await domainStore(services.db).due(services.clock());
  let checked = 0;
  while (checked < due.length && !signal?.aborted) {
    const some = due.slice(checked, checked + LIMITS.domainRechecksAtOnce);
    await Promise.all(some.map(({ id }) => recheck(services, id)));
    checked += some.length;
  }
  return checked;
}

async function recheck(services: Services, id: string): Promise<void> {
  const caller: Caller = {
    principal: OPERATOR,
    via: "system",
    requestId: services.newId("event"),
  };
  try {
    await callOperation(services, recheckDomain, caller, { id });
  } catch (error) {
    services.log.error("domain_recheck_failed", error, caller.requestId);
  }
}

/** The daily re-check of custom domains: looks for what is due each minute. */
export function domainRechecks(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.domainRecheckPassMs,
    pass: (signal) => recheckDue(services, signal),
    failed: (error) => services.log.error("domain_recheck_failed", error),
  });
}
