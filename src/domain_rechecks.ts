import { domainStore } from "./core/addresses/domain_store.ts";
import type { Services } from "./core/call.ts";
import { callOperation } from "./core/call.ts";
import type { Caller } from "./core/context.ts";
import { LIMITS } from "./core/limits.ts";
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

/** The daily re-check of custom domains, for as long as the service runs. */
export class DomainRechecks {
  readonly #services: Services;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Looks for what is due, now and every minute. */
  start(): void {
    this.#timer ??= setInterval(() => this.#pass(), LIMITS.domainRecheckPassMs);
    this.#pass();
  }

  /** Begins nothing more, for good, and lets finish what runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
  }

  #pass(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    try {
      await recheckDue(this.#services, this.#ending.signal);
    } catch (error) {
      this.#services.log.error("domain_recheck_failed", error);
    }
  }
}
