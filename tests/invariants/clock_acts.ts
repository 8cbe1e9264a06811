import { LIMITS } from "../../src/core/base/limits.ts";
import { pruneDue, sweepDue } from "../../src/core/loops/sweeper.ts";
import { DAY } from "../core/core_harness.ts";
import type { Act } from "./act.ts";

const wait: Act = {
  name: "wait",
  weight: 4,
  async run(world) {
    const { random } = world;
    const short = [1, 1_000, DAY / 24] as const;
    const long = [
      1,
      LIMITS.reviewHours / 24,
      LIMITS.holdDaysDefault - 1,
      LIMITS.holdDaysDefault,
    ] as const;
    world.core.advance(
      random.chance(0.15) ? random.pick(long) * DAY : random.pick(short),
    );
    return undefined;
  },
};

/** The clock's own turn: whoever is named has nothing to do with it. */
const sweep: Act = {
  name: "sweep",
  weight: 3,
  async run({ core }) {
    await sweepDue(core.services);
    return undefined;
  },
};

const prune: Act = {
  name: "prune",
  weight: 1,
  async run({ core }) {
    await pruneDue(core.services);
    return undefined;
  },
};

/** The acts of the clock. */
export const CLOCK_ACTS: readonly Act[] = [wait, sweep, prune];
