import { LIMITS } from "../base/limits.ts";
import { ServiceError } from "../errors/errors.ts";

/** Idempotency keys whose first request is still running, and its end. */
export type InFlight = Map<string, Promise<void>>;

/**
 * Waits until no equal request is running, whose answer is then repeated.
 * @throws idempotency_in_flight if that takes too long
 */
export async function awaitFirst(
  inFlight: InFlight,
  flight: string,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ServiceError("idempotency_in_flight")),
    LIMITS.repeatWaitMs,
  );
  try {
    for (
      let first = inFlight.get(flight);
      first;
      first = inFlight.get(flight)
    ) {
      await Promise.race([first, late.promise]);
    }
  } finally {
    clearTimeout(timer);
  }
}
