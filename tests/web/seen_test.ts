import { expect, test } from "bun:test";
import {
  firstUnseen,
  isWholeSeen,
  withStretch,
} from "../../packages/web/src/checkpoint/seen.ts";

test("what has been in sight is whole only where no line is missing", () => {
  const all = (...stretches: readonly (readonly [number, number])[]) =>
    isWholeSeen(
      stretches.reduce(withStretch, [] as ReturnType<typeof withStretch>),
      900,
    );
  expect(all([0, 900])).toBe(true);
  expect(all([0, 400], [400, 900])).toBe(true);
  expect(all([500, 900], [0, 300], [250, 500])).toBe(true);
  // A reader who jumps to the end has not seen the middle.
  expect(all([0, 400], [600, 900])).toBe(false);
  expect(all([0, 899])).toBe(true);
  expect(all([20, 900])).toBe(false);
  expect(all([0, 0], [40, 20])).toBe(false);
  expect(
    firstUnseen(
      [
        [600, 900],
        [0, 400],
      ],
      900,
    ),
  ).toBe(400);
  expect(firstUnseen([[600, 900]], 900)).toBe(0);
  expect(firstUnseen([[0, 900]], 900)).toBeUndefined();
});
