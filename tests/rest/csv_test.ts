import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { CsvTable } from "../../src/rest/csv.ts";
import { csvResponse } from "../../src/rest/csv.ts";
import type { Incoming } from "../../src/rest/incoming.ts";

/** Pages of numbers, of which each names the next. */
const NUMBERS: CsvTable<unknown> = {
  file: "numbers.csv",
  head: ["n"],
  rows: (page) => [...Array(LIMITS.pageMax)].map(() => [String(page)]),
  next: (page) => String(Number(page) + 1),
};

const asked = (read: (cursor: string) => Promise<unknown>) => {
  const request = new Request("http://localhost/");
  const query = { format: "csv" };
  const incoming = { request, query, headers: {} } as unknown as Incoming;
  const response = csvResponse(NUMBERS, 0, {}, incoming, read);
  return response?.text() ?? Promise.reject(new Error("no table"));
};

test("a table of all pages ends at its bound", async () => {
  let pages = 1;
  const text = await asked(async (cursor) => {
    pages += 1;
    return Number(cursor);
  });
  expect(text.trimEnd().split("\r\n")).toHaveLength(LIMITS.csvRowsMax + 1);
  expect(pages).toBe(LIMITS.csvRowsMax / LIMITS.pageMax);
});

test("a table of which a page fails does not end as if it were whole", async () => {
  const failing = asked(async (cursor) => {
    if (cursor === "3") throw new Error("too busy");
    return Number(cursor);
  });
  await expect(failing).rejects.toThrow("too busy");
});
