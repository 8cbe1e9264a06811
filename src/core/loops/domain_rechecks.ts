import type { Caller } from "../access/context.ts";
import { OPERATOR } from "../access/principal.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { recheckDomain } from "../operations/recheck_domain.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

/**
 * Checks some domains whose daily check is due. A failing domain is logged and does not delay
 * the others.
 * @param signal Ends the pass early; started checks are finished.
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

/** The daily re-check of custom domains: looks for due ones each minute. */
export function domainRechecks(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.domainRecheckPassMs,
    pass: (signal) => recheckDue(services, signal),
    failed: (error) => services.log.error("domain_recheck_failed", error),
  });
}
