import { expect, test } from "bun:test";
import { Loop } from "../../src/core/base/loop.ts";

const NEVER_MS = 3_600_000;
const EVERY_MS = 1;

test("the first pass is at once, and stopping waits for it", async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let isDone = false;
  const loop = new Loop({
    everyMs: NEVER_MS,
    async pass() {
      begun.resolve();
      await end.promise;
      isDone = true;
    },
    failed() {},
  });
  loop.start();
  await begun.promise;
  const stopped = loop.stop();
  end.resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test("passes never overlap, and one that fails does not end the loop", async () => {
  const third = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  let running = 0;
  let most = 0;
  let passes = 0;
  const loop = new Loop({
    everyMs: EVERY_MS,
    async pass() {
      passes += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (passes === 3) third.resolve();
      throw new Error("no");
    },
    failed: (error) => void failures.push(error),
  });
  loop.start();
  loop.start();
  await third.promise;
  await loop.stop();
  expect(most).toBe(1);
  expect(failures.length).toBe(passes);
});

test("a pass is told when it has to end, and a stopped loop never starts again", async () => {
  let passes = 0;
  const loop = new Loop({
    everyMs: NEVER_MS,
    pass: (signal) => {
      passes += 1;
      return new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
    },
    failed() {},
  });
  loop.start();
  await loop.stop();
  loop.start();
  expect(passes).toBe(1);
});
