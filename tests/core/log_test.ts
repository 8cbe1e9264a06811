import { expect, test } from "bun:test";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { makeToken } from "../../src/core/identity/token.ts";
import { createLog } from "../../src/core/log.ts";

function logInto(lines: string[]) {
  return createLog(
    (line) => void lines.push(line),
    () => 0,
  );
}

test("each entry is one JSON line with a time", () => {
  const lines: string[] = [];
  logInto(lines).info("started", { port: 3000, note: "a\nb" });
  expect(lines.join()).not.toContain("\n");
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "started",
    port: 3000,
    note: "a\nb",
  });
});

test("an error is logged with its causes and the request's id", () => {
  const lines: string[] = [];
  const cause = new TypeError("the disk is full");
  logInto(lines).error("failed", new Error("Cannot write", { cause }), "r1");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    event: "failed",
    requestId: "r1",
    error: {
      name: "Error",
      message: "Cannot write",
      stack: expect.stringContaining("log_test.ts"),
      cause: { name: "TypeError", message: "the disk is full" },
    },
  });
});

test("an endless chain of causes is cut, and anything may be thrown", () => {
  const lines: string[] = [];
  const error = new Error("round");
  error.cause = error;
  const log = logInto(lines);
  log.error("failed", error);
  log.error("failed", "just words");
  log.error("failed", undefined);
  expect(lines).toHaveLength(3);
});

test("neither a query's values nor a token gets into the log", () => {
  const lines: string[] = [];
  const token = makeToken((count) => new Uint8Array(count).fill(9));
  const values = ["private words\n    at evil (x)\nmore words"];
  const failed = new DrizzleQueryError("select 1", values, new Error("gone"));
  const log = logInto(lines);
  log.error("failed", failed);
  log.error("failed", new Error(`Cannot use ${token}`));
  log.info("said", { token });
  const text = lines.join("\n");
  expect(text).toContain("select 1");
  expect(text).toContain("gone");
  expect(text).not.toContain("private words");
  expect(text).not.toContain("more words");
  expect(text).not.toContain(token);
});
