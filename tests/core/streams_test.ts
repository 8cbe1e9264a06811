import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Bus } from "../../src/core/events/bus.ts";
import { Beat } from "../../src/core/streams/beat.ts";
import { SharedReads } from "../../src/core/streams/shared_reads.ts";

/** A listener that counts how often it was woken. */
function ear() {
  const made = {
    heard: 0,
    woken: () => {
      made.heard += 1;
    },
  };
  return made;
}

test("a key wakes one listener, several, and none that has left", () => {
  const bus = new Bus();
  const [a, b] = [ear(), ear()];
  bus.add("one", a);
  bus.add("one", a);
  expect(bus.count("one")).toBe(1);
  bus.publish("one");
  bus.add("one", b);
  bus.add("two", b);
  expect([bus.count("one"), bus.count("two"), bus.count()]).toEqual([2, 1, 3]);
  bus.publish("one");
  bus.remove("one", a);
  bus.remove("two", a);
  bus.publish("one");
  bus.publish("two");
  bus.remove("one", b);
  bus.remove("two", b);
  bus.publish("one");
  expect(a.heard).toBe(2);
  expect(b.heard).toBe(3);
  expect(bus.count()).toBe(0);
});

test("a listener that leaves while it is told takes nobody's turn", () => {
  const bus = new Bus();
  const last = ear();
  const first = {
    woken: () => {
      bus.remove("key", first);
    },
  };
  bus.add("key", first);
  bus.add("key", last);
  bus.publish("key");
  bus.publish("key");
  expect(last.heard).toBe(2);
});

test("what is asked in one turn is read once, and again after anything was published", async () => {
  const bus = new Bus();
  const reads = new SharedReads<number>();
  let count = 0;
  const read = () => reads.once(bus, "key", async () => ++count);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  bus.publish("anything");
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await reads.once(bus, "other", async () => -1)).toBe(-1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await read()).toBe(3);
});

test("a read that fails fails for those who share it, and is tried again", async () => {
  const bus = new Bus();
  const reads = new SharedReads<number>();
  const fail = () => Promise.reject(new Error("no database"));
  const both = [0, 1].map(() => reads.once(bus, "key", fail));
  for (const it of await Promise.allSettled(both)) {
    expect(it.status).toBe("rejected");
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(await reads.once(bus, "key", async () => 1)).toBe(1);
});

describe("the beat", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test("everybody who waits is told once, after most of the interval and not after it", () => {
    const beat = new Beat();
    let told = 0;
    const one = { beaten: () => void told++ };
    const other = { beaten: () => void told++ };
    beat.join(one);
    const slot = beat.join(other);
    beat.leave(other, slot);
    jest.advanceTimersByTime(LIMITS.streamAccessCheckMs * 0.9);
    expect(told).toBe(0);
    jest.advanceTimersByTime(LIMITS.streamAccessCheckMs * 0.1);
    expect(told).toBe(1);
    jest.advanceTimersByTime(LIMITS.streamAccessCheckMs * 2);
    expect(told).toBe(1);
    beat.join(one);
    jest.advanceTimersByTime(LIMITS.streamAccessCheckMs);
    expect(told).toBe(2);
  });

  test("whoever leaves twice, or joins while others are told, is counted right", () => {
    const beat = new Beat();
    let told = 0;
    const again = {
      beaten() {
        told += 1;
        if (told < 3) beat.join(again);
      },
    };
    const slot = beat.join(again);
    const gone = { beaten: () => void told++ };
    beat.leave(gone, slot);
    jest.advanceTimersByTime(LIMITS.streamAccessCheckMs * 4);
    expect(told).toBe(3);
  });
});
