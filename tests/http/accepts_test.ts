import { expect, test } from "bun:test";
import {
  codingFor,
  preferredType,
  takesGzip,
  wantsPage,
} from "../../src/http/accepts.ts";

const asking = (headers: Record<string, string>) =>
  new Request("http://service.example/", { headers });

test("a browser gets the page, and a program the problem", () => {
  const pages = [
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/html;q=0.9, application/problem+json;q=0.5",
    "text/*",
    "TEXT/HTML; charset=utf-8",
  ];
  const problems = [
    "*/*",
    "application/json",
    "application/problem+json, text/html",
    "text/html;q=0",
    ";;,,q=",
  ];
  const shown = (accept: string) => wantsPage(asking({ accept }));
  expect(pages.filter((accept) => !shown(accept))).toEqual([]);
  expect(problems.filter(shown)).toEqual([]);
  expect(wantsPage(asking({}))).toBe(false);
});

test("quality decides before order, and a ruled-out type is not accepted", () => {
  const types = ["application/json", "text/csv"] as const;
  const rows: readonly [string | null, string | undefined][] = [
    [null, "application/json"],
    ["", "application/json"],
    ["text/csv", "text/csv"],
    ["text/csv, application/json", "text/csv"],
    ["text/csv;q=0.4, application/json;q=0.5", "application/json"],
    ["text/csv;q=0, application/json;q=0", undefined],
    ["image/png", undefined],
  ];
  for (const [accept, type] of rows) {
    expect([accept, preferredType(accept, types)]).toEqual([accept, type]);
  }
});

test("a file is packed for those alone that unpack it", () => {
  const takes = (coding: string) =>
    takesGzip(asking({ "accept-encoding": coding }));
  expect(["gzip", "br, gzip;q=0.5", "*"].map(takes)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["", "br", "gzip;q=0", "identity"].some(takes)).toBe(false);
});

test("JSON is compressed in the coding that a caller prefers, the cheaper one of equals", () => {
  const rows: readonly [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ["", undefined],
    ["gzip, deflate, br, zstd", "zstd"],
    ["GZIP", "gzip"],
    ["deflate,gzip", "gzip"],
    ["br", undefined],
    ["not-gzip, zstd2", undefined],
    ["zstd;q=0, gzip", "gzip"],
    ["*", "zstd"],
    ["identity, *;q=0", undefined],
    ["gzip;q=0.5, zstd;q=0.1", "gzip"],
    ["gzip;q=0.1, zstd;q=0.5", "zstd"],
    ["gzip;q=0.1, identity;q=1", undefined],
    ["gzip;q=0.5, identity;q=0", "gzip"],
    ["gzip;q=0.5", "gzip"],
  ];
  for (const [accepted, coding] of rows) {
    expect([accepted, codingFor(accepted)]).toEqual([accepted, coding]);
  }
});
