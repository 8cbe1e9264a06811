import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { checkedValue, statementOf } from "../../../src/core/db/statement.ts";
import { notes } from "./fixture.ts";

const orm = drizzle.mock();
const { placeholder } = sql;

const insertNote = orm
  .insert(notes)
  .values({
    id: placeholder("id"),
    seq: placeholder("seq"),
    tags: placeholder("tags"),
    wallet: "fixed",
  })
  .prepare();

test("a prepared write is filled through its columns' encoders", () => {
  const { sql: text, args } = statementOf(insertNote, {
    id: "a",
    seq: 7,
    tags: ["x", "y"],
  });
  expect(text).toStartWith('insert into "notes"');
  expect(args).toEqual(["a", "fixed", 7, '["x","y"]']);
});

test("null stays null in a json column", () => {
  const { args } = statementOf(insertNote, { id: "a", seq: null, tags: null });
  expect(args).toEqual(["a", "fixed", null, null]);
});

test("a query is built once for all its fillings", () => {
  let built = 0;
  const prepared = {
    getQuery: () => {
      built += 1;
      return { sql: "SELECT ?", params: [placeholder("value")] };
    },
  };
  expect(statementOf(prepared, { value: 1 }).args).toEqual([1]);
  expect(statementOf(prepared, { value: 2 }).args).toEqual([2]);
  expect(built).toBe(1);
});

test("a missing value is named", () => {
  expect(() => statementOf(insertNote, { id: "a", tags: null })).toThrow(
    'Cannot fill "seq": no value was given',
  );
});

test("what the database would change or crash on is refused", () => {
  const bad = [
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2n ** 63n,
    new Date(0),
    {},
    [],
    Symbol("s"),
    "cut\0here",
    "half a pair \ud800",
  ];
  for (const value of bad) expect(() => checkedValue(value)).toThrow(TypeError);
});

test("JSON with half a surrogate pair is refused: read by SQL it aborts the process", () => {
  const fill = (tag: string) =>
    statementOf(insertNote, { id: "a", seq: 1, tags: [tag] }).args[3];
  for (const bad of ["\ud83d", "x\udc00", "\\\ud800", "\\ud800 \udfff"]) {
    expect(() => fill(bad)).toThrow("not well-formed");
  }
  for (const good of ["🥳", "\\ud800", "\\\\udfff", "\\u d8"]) {
    expect(fill(good)).toBe(JSON.stringify([good]));
  }
});

test("a boolean becomes a number", () => {
  expect([checkedValue(true), checkedValue(false)]).toEqual([1, 0]);
});
