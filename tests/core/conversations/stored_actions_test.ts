import { expect, test } from "bun:test";
import {
  ACTS,
  readAction,
} from "../../../src/core/conversations/model/acts.ts";
import { STORED_ACTIONS } from "../stored_actions.ts";

test.each(ACTS)("the action of %s is read as 0.1 stored it", (act) => {
  const stored = STORED_ACTIONS[act];
  expect(readAction(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test("a member that is not known is kept, since the record commits to it", () => {
  const stored = { ...STORED_ACTIONS.cancel, later: true };
  expect(readAction(stored)).toBe(stored);
});

test.each([
  null,
  "cancel",
  {},
  { act: "cancel" },
  { ...STORED_ACTIONS.cancel, act: "dispute" },
  { ...STORED_ACTIONS.raise_price, price: 3 },
])("no action is made up for %j", (stored) => {
  expect(() => readAction(stored)).toThrow(RangeError);
});
