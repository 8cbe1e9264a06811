import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Pace } from "../../src/core/base/pace.ts";

/** A pace whose clock says how many pieces are done: each takes a millisecond of it. */
function paced() {
  let done = 0;
  const pace = new Pace(() => done);
  const work = async () => {
    for (let i = 0; i < 1_000; i++) {
      await pace.turn();
      done += 1;
    }
  };
  return { pace, work, done: () => done };
}

/** How many pieces come before each look of another, until all works are done. */
async function slicesOf(
  works: readonly Promise<void>[],
  done: () => number,
): Promise<readonly number[]> {
  const slices: number[] = [];
  let before = done();
  const other = () => {
    if (done() > before) slices.push(done() - before);
    before = done();
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  await Promise.all(works);
  clearImmediate(next);
  return slices;
}

test.each([1, 4])(
  "%i long works let others go first after a slice of their clock, and no more often",
  async (works) => {
    const { work, done } = paced();
    const slices = await slicesOf(Array.from({ length: works }, work), done);
    // Each has looked at the clock before its piece, beside the others.
    const most = LIMITS.sliceMs + works - 1;
    expect(Math.max(...slices)).toBeLessThanOrEqual(most);
    const pieces = works * 1_000;
    expect(slices.length).toBeGreaterThanOrEqual(pieces / most - 1);
    expect(slices.length).toBeLessThanOrEqual(pieces / LIMITS.sliceMs);
  },
);

test("what begins while others wait opens no second slice for them", async () => {
  const { pace, work, done } = paced();
  const waiting = () => pace.breathe().then(work);
  const first = waiting();
  const begun = pace.turn();
  const slices = await slicesOf([first, begun, waiting()], done);
  // The first turn may have a slice of what began before it.
  const most = Math.max(...slices.slice(1));
  expect(most).toBeLessThanOrEqual(LIMITS.sliceMs + 1);
});

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
