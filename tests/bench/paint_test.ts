import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACTS } from "../../bench/paint/acts.ts";
import { measurePaint } from "../../bench/paint/measure.ts";
import { paintTable } from "../../bench/paint/table.ts";

test("each input of the inbox leads where it should, and has a time until the next paint", async () => {
  const directory = await mkdtemp(join(tmpdir(), "inbox-paint-"));
  try {
    const report = await measurePaint({ size: 60, rounds: 1, directory });
    expect(report.listed).toBe(7);
    const inputs = report.paints.flatMap(({ times }) => times);
    expect(inputs).toHaveLength(ACTS.length);
    expect(Math.min(...inputs)).toBeGreaterThan(0);
    // A click and a page that opens are never drawn in no time at all.
    expect(report.told).toBeGreaterThan(0);
    const table = paintTable(report);
    for (const { name } of ACTS) expect(table).toContain(`\n${name} `);
  } finally {
    await rm(directory, { recursive: true });
  }
}, 60_000);
