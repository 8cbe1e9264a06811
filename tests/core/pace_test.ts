import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Pace } from "../../src/core/base/pace.ts";

test("long work lets others go first after each slice of its clock, and no more often", async () => {
  let now = 0;
  let done = 0;
  const slices: number[] = [];
  let before = 0;
  const other = () => {
    if (done > before) slices.push(done - before);
    before = done;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  const pace = new Pace(() => now);
  for (let i = 0; i < 1_000; i++) {
    await pace.turn();
    // Each piece takes a millisecond by this clock, however long it takes here.
    now += 1;
    done += 1;
  }
  clearImmediate(next);
  expect(Math.max(...slices)).toBeLessThanOrEqual(LIMITS.sliceMs);
  expect(slices.length).toBeGreaterThanOrEqual(1_000 / LIMITS.sliceMs - 1);
  expect(slices.length).toBeLessThanOrEqual(1_000 / LIMITS.sliceMs);
});

test("what verifies holds the event loop for much less than 20 ms", () => {
  expect(LIMITS.sliceMs).toBeLessThan(20);
});
