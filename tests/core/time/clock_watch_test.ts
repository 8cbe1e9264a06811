import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { ClockWatch } from "../../../src/core/loops/clock_watch.ts";
import { signHeads, sweepDue } from "../../../src/core/loops/sweeper.ts";
import { getHealth } from "../../../src/core/operations/get_health.ts";
import { trustClock } from "../../../src/core/operations/trust_clock.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, startStage, view } from "../core_harness.ts";
import { HOLD, HOUR, paid } from "./clock.ts";

const { clockAheadMs, clockGraceMs, clockSilenceMs } = LIMITS;

/** A watch of the stage's clock beside a steady one that the test moves. */
async function watched(core: Stage) {
  let steady = 0;
  const watch = await ClockWatch.open(core.services, () => steady);
  return {
    watch,
    /** Time goes by, as both clocks see it. */
    pass(ms: number) {
      steady += ms;
      core.advance(ms);
    },
  };
}

const GOING_ON = { aborted: false };

/** One pass of what the clock ends, as the service makes it. */
async function sweep(core: Stage, watch: ClockWatch): Promise<void> {
  await watch.whileTrusted(GOING_ON, (until) => sweepDue(core.services, until));
}

const saidBy = (core: Stage) =>
  core.logged.map((line) => JSON.parse(line).event);

test("a clock that jumps eight days for twelve seconds ends no hold", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const { watch, pass } = await watched(core);
  core.advance(HOLD + DAY);
  for (let second = 0; second < 12; second++) {
    await sweep(core, watch);
    pass(1_000);
  }
  core.advance(-HOLD - DAY);
  await sweep(core, watch);
  expect((await view(core.alice, id)).payment?.status).toBe("held");
  expect(watch.doubt()).toBeUndefined();
  expect(saidBy(core)).toEqual(["clock.ahead", "clock.right_again"]);
});

test("small steps ahead add up, and end no hold", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const { watch, pass } = await watched(core);
  const stepMs = 240_000;
  const steps = HOLD / stepMs + 1;
  for (let step = 0; step < steps; step++) {
    core.advance(stepMs);
    pass(1_300);
    watch.look();
  }
  await sweep(core, watch);
  expect((await view(core.alice, id)).payment?.status).toBe("held");
  expect(watch.doubt()?.aheadMs).toBeGreaterThan(HOLD);
  core.advance(-steps * stepMs);
  expect(await watch.isTrusted()).toBe(true);
  expect(saidBy(core)).toEqual(["clock.ahead", "clock.right_again"]);
});

test("a lead that falls below the bound is remembered", async () => {
  await using core = await startStage();
  const { watch, pass } = await watched(core);
  for (let step = 0; step < 10; step++) {
    core.advance(clockAheadMs + 1_000);
    expect(watch.look()).toBe(false);
    core.advance(-2_000);
    expect(watch.look()).toBe(true);
    pass(1_000);
    core.advance(2_000);
    expect(watch.look()).toBe(false);
    core.advance(-clockAheadMs - 1_000);
    expect(watch.look()).toBe(true);
  }
});

test("a clock that drifts as fast as NTP slews it is trusted for ever", async () => {
  await using core = await startStage();
  const { watch, pass } = await watched(core);
  for (let day = 0; day < 60; day++) {
    pass(DAY);
    core.advance(DAY / 2_000);
    expect(watch.look()).toBe(true);
  }
});

test("a clock that stays ahead is trusted after the grace", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const { watch, pass } = await watched(core);
  core.advance(HOLD);
  await sweep(core, watch);
  pass(clockGraceMs - 1);
  await sweep(core, watch);
  expect((await view(core.alice, id)).state).toBe("submitted");
  expect(watch.doubt()).toEqual({ aheadMs: HOLD, waitsMs: 1 });
  pass(1);
  await sweep(core, watch);
  expect((await view(core.alice, id)).state).toBe("canceled");
  expect(saidBy(core)).toEqual(["clock.ahead", "clock.grace_over"]);
});

test("an operator's word ends the wait, and a later jump needs another", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await core.run(trustClock, {});
  const { watch } = await watched(core);
  core.advance(HOLD / 2);
  expect(await watch.isTrusted()).toBe(false);
  await core.run(trustClock, {});
  expect(await watch.isTrusted()).toBe(true);
  core.advance(HOLD / 2);
  await sweep(core, watch);
  expect((await view(core.alice, id)).state).toBe("submitted");
  await core.run(trustClock, {});
  await sweep(core, watch);
  expect((await view(core.alice, id)).state).toBe("canceled");
});

test("a clock that runs with the steady one, or little ahead, is trusted", async () => {
  await using core = await startStage();
  const { watch, pass } = await watched(core);
  pass(100 * DAY);
  expect(watch.look()).toBe(true);
  core.advance(clockAheadMs);
  expect(watch.look()).toBe(true);
  core.advance(-HOUR);
  expect(watch.look()).toBe(true);
  core.advance(clockAheadMs + 1);
  expect(watch.look()).toBe(false);
});

test("a start after more than a day of silence is looked at twice", async () => {
  await using core = await startStage();
  await signHeads(core.services);
  core.advance(clockSilenceMs + clockAheadMs);
  expect((await watched(core)).watch.doubt()).toBeUndefined();
  core.advance(1);
  const { watch, pass } = await watched(core);
  expect(watch.doubt()).toEqual({
    aheadMs: clockAheadMs + 1,
    waitsMs: clockGraceMs,
  });
  pass(clockGraceMs);
  expect(await watch.isTrusted()).toBe(true);
});

test("an operator's word outlives a restart, though nothing was signed meanwhile", async () => {
  await using core = await startStage();
  await signHeads(core.services);
  core.advance(3 * DAY);
  const { watch } = await watched(core);
  expect(watch.doubt()).toBeDefined();
  await core.run(trustClock, {});
  // Of a service that is down, or ends before it looks again.
  expect((await watched(core)).watch.doubt()).toBeUndefined();
  expect(await watch.isTrusted()).toBe(true);
  core.advance(HOUR);
  expect((await watched(core)).watch.doubt()).toBeUndefined();
  core.advance(clockSilenceMs + clockAheadMs);
  expect((await watched(core)).watch.doubt()).toBeDefined();
});

test("a restart during a jump ends nothing, though a head was signed meanwhile", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const { watch } = await watched(core);
  for (const leapMs of [HOLD + DAY, HOUR]) {
    core.advance(leapMs);
    await sweep(core, watch);
    await signHeads(core.services);
    const again = await watched(core);
    await sweep(core, again.watch);
    expect((await view(core.alice, id)).payment?.status).toBe("held");
    expect(again.watch.doubt()).toMatchObject({ waitsMs: clockGraceMs });
    core.advance(-leapMs);
    expect((await watched(core)).watch.doubt()).toBeUndefined();
    expect(await core.rows("select * from clock_doubts")).toEqual([]);
    expect(await watch.isTrusted()).toBe(true);
  }
});

test("a doubt that another node ended is kept again, and ends with the grace", async () => {
  await using core = await startStage();
  const { watch, pass } = await watched(core);
  core.advance(2 * DAY);
  expect(await watch.isTrusted()).toBe(false);
  core.advance(-2 * DAY);
  await watched(core);
  core.advance(2 * DAY);
  expect(await watch.isTrusted()).toBe(false);
  expect((await watched(core)).watch.doubt()).toBeDefined();
  pass(clockGraceMs);
  expect(await watch.isTrusted()).toBe(true);
  expect((await watched(core)).watch.doubt()).toBeUndefined();
});

test("a jump in the middle of a pass ends the pass", async () => {
  await using core = await startStage();
  await paid(core);
  const { watch } = await watched(core);
  const passing = sweep(core, watch);
  // The pass has begun, and has done nothing yet.
  core.advance(HOLD);
  await passing;
  expect(await core.rows("select status from payments")).toEqual([["held"]]);
});

test("the health answer and the operator's say how far it is ahead", async () => {
  await using core = await startStage();
  core.advance(HOUR);
  core.services.clockWatch.look();
  const { clock, ok } = await core.alice.run(getHealth, {});
  expect(ok).toBe(false);
  expect(clock.aheadSeconds).toBeCloseTo(3_600, -1);
  expect(clock.waitsSeconds).toBeCloseTo(3_600, -1);
  const { aheadSeconds } = await core.run(trustClock, {});
  expect(aheadSeconds).toBeCloseTo(3_600, -1);
  expect(await core.services.clockWatch.isTrusted()).toBe(true);
  expect((await core.alice.run(getHealth, {})).ok).toBe(true);
});
