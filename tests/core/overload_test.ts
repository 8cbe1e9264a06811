import { expect, test } from "bun:test";
import type { ANYONE } from "../../src/core/access/operation.ts";
import {
  defineQuery,
  MEMBER,
  OPERATOR_ONLY,
} from "../../src/core/access/operation.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { closed, flag } from "../../src/core/base/schemas.ts";
import { startCore } from "./core_harness.ts";

/** A read that ends when the test lets it. */
function slowRead(access: typeof MEMBER | typeof ANYONE, ended: Promise<void>) {
  return defineQuery({
    name: "slow_read",
    title: "Read slowly",
    description: "Waits for the test.",
    access,
    input: closed({}),
    output: closed({ done: flag("True.") }),
    async run() {
      await ended;
      return { done: true };
    },
  });
}

test("calls beyond the bound are turned away at once, the operator's are done, and all go on after it", async () => {
  await using core = await startCore();
  const alice = await core.account("alice");
  const ended = Promise.withResolvers<void>();
  const read = slowRead(MEMBER, ended.promise);
  const running = Array.from({ length: LIMITS.callsAtOnceMax }, () =>
    alice.run(read, {}),
  );
  const refusal = await alice.refused(read, {});
  expect([refusal.code, refusal.message]).toEqual([
    "unavailable",
    "Cannot read slowly now: the service is busy. Try again in a second.",
  ]);
  const now = slowRead(OPERATOR_ONLY, Promise.resolve());
  expect(await core.run(now, {})).toEqual({ done: true });
  ended.resolve();
  await Promise.all(running);
  expect(await alice.run(read, {})).toEqual({ done: true });
});
