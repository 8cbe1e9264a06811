import { expect, test } from "bun:test";
import { limitsDocument } from "../scripts/limits_document.ts";
import { LIMITS } from "../src/core/base/limits.ts";

test("docs/limits.md tells of each bound once", () => {
  const told = [...limitsDocument().matchAll(/ `(\w+)` \|$/gm)].map(
    ([, name = ""]) => name,
  );
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((name) => !(name in LIMITS))).toEqual([]);
  expect(told).toEqual([...new Set(told)]);
});

test("a bound is told in the unit that a person would use", () => {
  const text = limitsDocument();
  expect(text).toContain("| 1 MiB | `payload_too_large` | `requestBytesMax` |");
  expect(text).toContain(
    "| 30 days | It counts as a new request | `idempotencyKeptMs` |",
  );
  expect(text).toContain("| 15 s | It counts as failed |");
});
