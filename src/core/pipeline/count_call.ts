import type { Caller } from "../access/context.ts";
import type { Operation } from "../access/operation.ts";
import type { RateLimiter } from "../access/rate.ts";
import { counterOf } from "../access/rate.ts";
import type { Running } from "../access/running.ts";
import { LIMITS } from "../base/limits.ts";
import { told, toldWithin } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Observing } from "./measured.ts";

/** The counters of calls. */
interface Counting {
  readonly clock: () => number;
  readonly rates: RateLimiter;
  readonly running: Running;
}

/**
 * Counts a call before its body is read, so that no body is read for a caller over its limit;
 * the call then knows that it was counted.
 * @throws rate_limited, unavailable
 */
export function countCall(
  services: Counting & Pick<Observing, "measures">,
  operation: Operation,
  caller: Pick<Caller, "principal" | "via">,
): void {
  try {
    count(services, operation, caller);
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : "internal";
    services.measures.outcomes.of(operation.name, caller.via, code).add();
    throw error;
  }
}

/** Counts a call if the caller has one left. @throws rate_limited, unavailable */
export function count(
  services: Counting,
  operation: Operation,
  caller: Pick<Caller, "principal">,
): void {
  refuseMore(services, operation, caller);
  services.rates.take(operation, caller.principal, services.clock());
}

/**
 * Refuses a call while too many are running: it would only delay them all. The service's own
 * calls and the operator's are always let through.
 */
function refuseMore(
  { running }: Counting,
  { title }: Operation,
  { principal }: Pick<Caller, "principal">,
): void {
  if (running.count < LIMITS.callsAtOnceMax) return;
  if (counterOf(principal) === undefined) return;
  throw new ServiceError("unavailable", {
    detail: told`Cannot ${toldWithin(title)} now: the service is busy. Try again in a second.`,
  });
}
