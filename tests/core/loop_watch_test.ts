import { expect, test } from "bun:test";
import { Running } from "../../src/core/access/running.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { createLog } from "../../src/core/insight/log.ts";
import type { Lap } from "../../src/core/loops/loop_watch.ts";
import { LapClock, LoopWatch } from "../../src/core/loops/loop_watch.ts";

const { loopLookMs, loopLateMs, loopReportMs } = LIMITS;

/** A watch whose laps the test says. */
function watched() {
  const logged: object[] = [];
  const log = createLog((line) => void logged.push(JSON.parse(line)));
  let next: Lap = { ms: 0, cpuMs: 0 };
  const watch = new LoopWatch(
    log,
    { lap: () => next },
    { look: () => ["read", "list"] },
  );
  const look = (lap: Lap) => {
    next = lap;
    watch.look();
  };
  return {
    watch,
    logged,
    /** Something worked for so long when the look was due. */
    kept: (ms: number) => look({ ms: loopLookMs + ms, cpuMs: ms }),
    look,
  };
}

const line = (times: number, longestMs: number) => ({
  level: "info",
  event: "loop.late",
  times,
  longestMs,
  operations: "list read",
});

test("who keeps the event loop is told of at once, and then once a minute", () => {
  const { kept, look, logged } = watched();
  kept(loopLateMs);
  expect(logged).toEqual([]);
  kept(loopLateMs + 1);
  expect(logged).toEqual([line(1, loopLateMs + 1)]);
  for (let more = 1; more <= 3; more++) kept(loopLateMs + more);
  expect(logged).toHaveLength(1);
  look({ ms: loopReportMs, cpuMs: 0 });
  expect(logged[1]).toEqual(line(3, loopLateMs + 3));
  look({ ms: loopReportMs, cpuMs: 0 });
  expect(logged).toHaveLength(2);
});

test("a machine that is busy with others is not told of", () => {
  const { watch, look, logged } = watched();
  look({ ms: 100 * loopLateMs, cpuMs: loopLateMs });
  look({ ms: loopLookMs, cpuMs: 100 * loopLateMs });
  expect(logged).toEqual([]);
  expect(watch.recent()).toEqual({ times: 0, longestMs: 0 });
});

test("what was found is told for a minute at least, and forgotten after two", () => {
  const { watch, kept, look } = watched();
  kept(500);
  kept(200);
  look({ ms: loopReportMs, cpuMs: 0 });
  kept(300);
  expect(watch.recent()).toEqual({ times: 3, longestMs: 500 });
  look({ ms: loopReportMs, cpuMs: 0 });
  expect(watch.recent()).toEqual({ times: 1, longestMs: 300 });
  look({ ms: loopReportMs, cpuMs: 0 });
  expect(watch.recent()).toEqual({ times: 0, longestMs: 0 });
});

test("a started watch finds what the thread itself does", async () => {
  const logged: string[] = [];
  const clock = new LapClock();
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const watch = new LoopWatch(
    createLog((text) => {
      logged.push(text);
      resolve();
    }),
  );
  watch.start();
  let workedMs = 0;
  while (workedMs < 3 * loopLateMs) workedMs += clock.lap().cpuMs;
  await looked;
  watch.stop();
  expect(watch.recent().longestMs).toBeGreaterThan(loopLateMs);
  expect(logged).toHaveLength(1);
});

test("an operation is named that began since the last look, or that still runs", async () => {
  const running = new Running();
  const long = Promise.withResolvers<void>();
  const work = running.run("long", () => long.promise);
  await running.run("short", async () => {});
  expect(running.look()).toEqual(["long", "short"]);
  expect(running.look()).toEqual(["long"]);
  long.resolve();
  await work;
  expect(running.look()).toEqual(["long"]);
  expect(running.look()).toEqual([]);
});
