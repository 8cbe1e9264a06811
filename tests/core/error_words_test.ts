import { expect, test } from "bun:test";
import type { ErrorRow, Wire } from "../../src/core/errors/error_row.ts";
import { wordsFor } from "../../src/core/errors/error_row.ts";
import { ERRORS } from "../../src/core/errors/error_table.ts";

/** Words on which a reader of each wire cannot act. */
const FOREIGN: Readonly<Record<Wire, RegExp>> = {
  rest: /\bsvc\.[a-z]|ListTasks|GetTask|messageId/,
  mcp: /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/v1\/|Retry-After|ETag|\bheader\b|ListTasks/,
  a2a: /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/v1\/|Retry-After|ETag|\bsvc\.[a-z]+_/,
};

/** Refusals of HTTP itself, before a tool or a method is looked at. */
const OF_HTTP = [
  "unauthenticated",
  "session_expired",
  "not_acceptable",
  "method_not_allowed",
  "gone",
  "unsupported_media_type",
  "forbidden_origin",
  "payment_required",
  "too_many_streams",
  "not_found",
];

for (const wire of ["rest", "mcp", "a2a"] as const) {
  test(`what to do about an error is said in words of ${wire} alone`, () => {
    const wrong = Object.entries<ErrorRow>(ERRORS)
      .filter(([code]) => wire === "rest" || !OF_HTTP.includes(code))
      .map(([code, { fix }]) => `${code}: ${wordsFor(fix, wire)}`)
      .filter((line) => FOREIGN[wire].test(line));
    expect(wrong).toEqual([]);
  });
}
