import { LIMITS } from "../base/limits.ts";
import { withinTime } from "../base/time.ts";
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
  await withinTime(LIMITS.repeatWaitMs, over(inFlight, flight), () => {
    throw new ServiceError("idempotency_in_flight");
  });
}

async function over(inFlight: InFlight, flight: string): Promise<void> {
  while (inFlight.has(flight)) await inFlight.get(flight);
}
