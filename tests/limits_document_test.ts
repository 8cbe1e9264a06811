import { expect, test } from "bun:test";
import { limitsDocument } from "../scripts/limits_document.ts";
import { LIMITS } from "../src/core/base/limits.ts";

test("every bound is in docs/limits.md, and once", () => {
  const rows = limitsDocument()
    .split("\n")
    .filter((line) => line.startsWith("| "));

  for (const name of Object.keys(LIMITS)) {
    const of = rows.filter((line) => line.includes(` \`${name}\` |`));
    expect([name, of.length]).toEqual([name, 1]);
  }
});

test("a bound is told in the unit that a person would use", () => {
  const text = limitsDocument();
  expect(text).toContain("| 1 MiB | `payload_too_large` | `requestBytesMax` |");
  expect(text).toContain(
    "| 30 days | It is a new request | `idempotencyKeptMs` |",
  );
  expect(text).toContain("| `loopLateMs` | 100 ms |");
});
