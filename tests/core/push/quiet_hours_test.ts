import { expect, test } from "bun:test";
import { quietUntil } from "../../../src/core/mail/quiet_hours.ts";

const at = (clock: string) => Date.parse(`2026-01-15T${clock}Z`);

test("quiet hours go by the zone of the account, and over midnight", () => {
  const night = { quietFrom: 22 * 60, quietTo: 7 * 60, timeZone: "Asia/Tokyo" };
  // 22:00 in Tokyo is 13:00 in UTC.
  expect(quietUntil(night, at("12:59:59"))).toBeUndefined();
  expect(quietUntil(night, at("13:00:00"))).toBe(at("22:00:00"));
  expect(quietUntil(night, at("21:59:30"))).toBe(at("22:00:00"));
  expect(quietUntil(night, at("22:00:00"))).toBeUndefined();
  const noon = { quietFrom: 12 * 60, quietTo: 13 * 60, timeZone: null };
  expect(quietUntil(noon, at("12:30:10"))).toBe(at("13:00:00"));
  expect(quietUntil(noon, at("13:00:00"))).toBeUndefined();
  const none = { quietFrom: 60, quietTo: 60, timeZone: null };
  expect(quietUntil(none, at("01:00:00"))).toBeUndefined();
  const unset = { quietFrom: null, quietTo: null, timeZone: null };
  expect(quietUntil(unset, at("01:00:00"))).toBeUndefined();
});
