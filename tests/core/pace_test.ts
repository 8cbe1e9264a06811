import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Pace } from "../../src/core/base/pace.ts";

/** Does so many works of a thousand pieces at once; gives how many pieces came before each look of another. */
async function slicesOf(works: number): Promise<readonly number[]> {
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
  const work = async () => {
    for (let i = 0; i < 1_000; i++) {
      await pace.turn();
      // Each piece takes a millisecond by this clock, however long it takes here.
      now += 1;
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: works }, work));
  clearImmediate(next);
  return slices;
}

test.each([1, 4])(
  "%i long works let others go first after a slice of their clock, and no more often",
  async (works) => {
    const slices = await slicesOf(works);
    // Each has looked at the clock before its piece, beside the others.
    const most = LIMITS.sliceMs + works - 1;
    expect(Math.max(...slices)).toBeLessThanOrEqual(most);
    const pieces = works * 1_000;
    expect(slices.length).toBeGreaterThanOrEqual(pieces / most - 1);
    expect(slices.length).toBeLessThanOrEqual(pieces / LIMITS.sliceMs);
  },
);

test("what takes next to no time goes on in the same turn as all else that waits", async () => {
  const pace = new Pace(() => 0);
  let turns = 0;
  const other = () => {
    turns += 1;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  const work = async () => {
    for (let i = 0; i < 10; i++) await pace.breathe();
  };
  await Promise.all(Array.from({ length: 50 }, work));
  clearImmediate(next);
  expect(turns).toBeLessThanOrEqual(11);
});

test("what verifies holds the event loop for much less than 20 ms", () => {
  expect(LIMITS.sliceMs).toBeLessThan(20);
});
