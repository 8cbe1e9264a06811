import { expect } from "bun:test";
import { RateLimiter } from "../src/core/access/rate.ts";
import { Locks } from "../src/core/base/locks.ts";
import { Bus } from "../src/core/events/bus.ts";
import { verifyAudit } from "../src/core/operations/verify_audit.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import type { Actor, TestCore } from "./core/core_harness.ts";
import { actorOf, isLedgerRight } from "./core/core_harness.ts";

/**
 * The same database as another process would see it: locks, bus and every cache
 * of its own. Only the constraints keep the two apart.
 */
export function otherNode(services: OpenServices): OpenServices {
  return {
    ...services,
    db: { ...services.db },
    bus: new Bus(),
    locks: new Locks(),
    inFlight: new Map(),
    rates: new RateLimiter(null),
  };
}

/** The same account at another node. */
export function at(node: OpenServices, actor: Actor): Actor {
  return actorOf(node, actor);
}

/** The outcome of each promise: its value, or the code that refused it. */
export async function outcomes<T>(
  promises: readonly Promise<T>[],
  say: (value: T) => string,
): Promise<readonly string[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((it) =>
    it.status === "fulfilled" ? say(it.value) : String(it.reason.code),
  );
}

export async function isAllRight(core: TestCore): Promise<void> {
  expect(await core.run(verifyAudit, {})).toMatchObject({ ok: true });
  expect(await isLedgerRight(core)).toBe(true);
}
