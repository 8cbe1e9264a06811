import { expect, test } from "bun:test";
import type { IdKind } from "../../src/core/base/ids.ts";
import { createIds, ID_PREFIXES } from "../../src/core/base/ids.ts";
import { START } from "./core_harness.ts";

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Reads the digits of an id back as one number. */
function numberOf(id: string): bigint {
  const [, digits = ""] = id.split("_");
  let value = 0n;
  for (const digit of digits) {
    value = value * 32n + BigInt(CROCKFORD.indexOf(digit));
  }
  return value;
}

test("an id is its kind's prefix and 26 Crockford digits", () => {
  const newId = createIds(() => START);
  for (const kind of KINDS) {
    expect(newId(kind)).toMatch(
      new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`),
    );
  }
});

test("no two kinds share a prefix", () => {
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
});

test("the digits are a UUIDv7 of the clock's moment", () => {
  // After some 4,000 ids of one moment Bun goes on with the next: this one is unused.
  const moment = START - 7;
  const value = numberOf(createIds(() => moment)("message"));
  expect(Number(value >> 80n)).toBe(moment);
  expect((value >> 76n) & 15n).toBe(7n);
  expect((value >> 62n) & 3n).toBe(2n);
  expect(value < 1n << 128n).toBe(true);
});

test("ids of later moments sort later", () => {
  let now = START;
  const newId = createIds(() => now);
  const ids = Array.from({ length: 200 }, () => {
    now += 1;
    return newId("conversation");
  });
  expect(ids.toSorted()).toEqual(ids);
});

test("ids of one moment are all different", () => {
  const newId = createIds(() => START);
  const ids = Array.from({ length: 20_000 }, () => newId("event"));
  expect(new Set(ids).size).toBe(ids.length);
});
