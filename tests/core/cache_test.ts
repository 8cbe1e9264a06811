import { expect, test } from "bun:test";
import { BoundedCache } from "../../src/core/base/cache.ts";

test("what was not used for longest is forgotten first", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([
    1,
    undefined,
    3,
  ]);
});

test("the sum of weights stays within the bound", () => {
  const cache = new BoundedCache<number, string>(100);
  for (let key = 0; key < 50; key++) cache.set(key, "x", 9);
  const kept = Array.from({ length: 50 }, (_, key) => key).filter(
    (key) => cache.get(key) !== undefined,
  );
  expect(kept).toEqual([39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49]);
});

test("a replaced value counts with its new weight only", () => {
  const cache = new BoundedCache<string, number>(10);
  cache.set("a", 1, 9);
  cache.set("a", 2, 2);
  cache.set("b", 3, 8);
  expect([cache.get("a"), cache.get("b")]).toEqual([2, 3]);
});

test("what is heavier than the whole is not kept, and replaces what was there", () => {
  const cache = new BoundedCache<string, number>(10);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.set("a", 3, 11);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 2]);
});

test("what is deleted or cleared weighs nothing any more", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1, 2);
  cache.delete("a");
  cache.delete("a");
  cache.set("b", 2, 2);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 2]);
  cache.clear();
  cache.set("c", 3);
  cache.set("d", 4);
  expect(["b", "c", "d"].map((key) => cache.get(key))).toEqual([
    undefined,
    3,
    4,
  ]);
});
