import { expect, test } from "bun:test";
import { Bus } from "../../src/core/events/bus.ts";
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
