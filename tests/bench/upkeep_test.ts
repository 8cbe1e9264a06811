import { expect, setDefaultTimeout, test } from "bun:test";
import { measureSends, sendsTable } from "../../bench/sends.ts";
import { measureTraces, tracesTable } from "../../bench/traces.ts";
import { measureUpkeep, upkeepTable } from "../../bench/upkeep.ts";

setDefaultTimeout(60_000);

const LITTLE = {
  files: 1,
  fileBytes: 10_000,
  conversations: 2,
  perSecond: 50,
  aloneMs: 100,
};

test("writes go on at the stated rate beside a backup and a verification, and none of them is lost", async () => {
  const report = await measureUpkeep(LITTLE);
  for (const { writes, tookMs, longestTurnMs } of [
    report.alone,
    report.backup,
    report.verify,
  ]) {
    expect(writes.count).toBeGreaterThan(0);
    const due = (tookMs * LITTLE.perSecond) / 1_000;
    expect(writes.count).toBeLessThanOrEqual(Math.ceil(due));
    expect(writes.max).toBeGreaterThanOrEqual(writes.p50);
    expect(longestTurnMs).toBeGreaterThan(0);
  }
  expect(report.bytes).toBeGreaterThan(100_000);
  expect(upkeepTable(report).split("\n")).toHaveLength(4);
});

test("writes at no rate are refused", () => {
  for (const perSecond of [0, -1, Number.NaN]) {
    const measured = measureUpkeep({ ...LITTLE, perSecond });
    expect(measured).rejects.toThrow("A rate is more than 0");
  }
});

test("what traces cost is measured on reads that are answered, with a collector that hears of them", async () => {
  const paths = ["/v1/balance"];
  const reads = await measureTraces({ paths, rounds: 1, readsEach: 8 });
  expect(reads.map((it) => it.path)).toEqual(paths);
  expect(tracesTable(reads)).toContain("with traces");
  const wrong = { paths: ["/v1/nothing"], rounds: 1, readsEach: 8 };
  expect(measureTraces(wrong)).rejects.toThrow("not_found");
});

test("all sends are answered, and old conversations are read before and after them", async () => {
  const report = await measureSends({
    connections: 4,
    sends: 32,
    step: 16,
    old: 4,
    warmUpMs: 20,
    readRounds: 2,
    readMs: 60,
  });
  expect(report.steps.map((it) => it.sends)).toEqual([16, 32]);
  for (const { residentBytes, perSecond } of report.steps) {
    expect(residentBytes).toBeGreaterThan(30e6);
    expect(perSecond).toBeGreaterThan(0);
  }
  expect(report.later.perSecond).toBeGreaterThan(0);
  expect(sendsTable(report).split("\n")).toHaveLength(6);
});
