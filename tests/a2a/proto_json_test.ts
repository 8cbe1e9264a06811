import { describe, expect, test } from "bun:test";
import type { Proto } from "../../packages/standards/src/proto/message.ts";
import { structMember } from "../../packages/standards/src/proto/message.ts";
import {
  readBytes,
  readEnum,
  readFlag,
  readInteger,
  readMessages,
  readMoment,
  readText,
  readWithin,
} from "../../packages/standards/src/proto/read_fields.ts";
import { openParams, refuseFaults } from "../../src/a2a/proto_wire.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";

type Read = (wire: Proto, name: string) => unknown;

const COLOURS = ["COLOUR_UNSPECIFIED", "COLOUR_RED", "COLOUR_BLUE"] as const;
const colour: Read = (wire, name) => readEnum(wire, name, COLOURS);
const count: Read = (wire, name) => readInteger(wire, name, { max: 100 });

describe("a spelling that ProtoJSON allows is read", () => {
  const rows: [string, Read, unknown, unknown][] = [
    ["camelCase", readText, { someField: "x" }, "x"],
    ["proto name", readText, { some_field: "x" }, "x"],
    ["null as unset", readText, { someField: null }, undefined],
    [
      "null beside the other name",
      readText,
      { someField: null, some_field: "x" },
      "x",
    ],
    ["empty string as unset", readText, { someField: "" }, undefined],
    ["integer", count, { someField: 7 }, 7],
    ["integer as a string", count, { some_field: "7" }, 7],
    ["integer with a zero fraction", count, { someField: 7.0 }, 7],
    ["zero", count, { someField: 0 }, 0],
    ["minus zero", count, { someField: -0 }, 0],
    ["flag", readFlag, { some_field: false }, false],
    ["enum by name", colour, { someField: "COLOUR_RED" }, "COLOUR_RED"],
    ["enum by number", colour, { some_field: 2 }, "COLOUR_BLUE"],
    ["base64", readBytes, { someField: "+/8=" }, "+/8="],
    ["base64url", readBytes, { someField: "-_8=" }, "+/8="],
    ["base64 without padding", readBytes, { someField: "aGk" }, "aGk="],
    ["no bytes", readBytes, { someField: "" }, ""],
    ["timestamp", readMoment, { someField: "1970-01-01T00:00:01Z" }, 1_000],
    [
      "timestamp with an offset",
      readMoment,
      { someField: "1970-01-01T01:00:00+01:00" },
      0,
    ],
    [
      "timestamp of nanoseconds",
      readMoment,
      { someField: "1970-01-01T00:00:00.001000001Z" },
      2,
    ],
    [
      "timestamp of milliseconds",
      readMoment,
      { someField: "1970-01-01T00:00:00.001Z" },
      1,
    ],
  ];
  test.each(rows)("%s", (_, read, members, value) => {
    const wire = openParams(members);
    expect(read(wire, "someField")).toEqual(value);
    expect(wire.faults).toEqual([]);
  });
});

describe("a value of the wrong kind is a fault at its field", () => {
  const rows: [string, Read, unknown][] = [
    ["number for a string", readText, 1],
    ["object for a string", readText, {}],
    ["fraction for an integer", count, 1.5],
    ["word for an integer", count, "seven"],
    ["flag for an integer", count, true],
    ["integer out of bounds", count, 101],
    ["negative integer", count, -1],
    ["word for a flag", readFlag, "true"],
    ["unknown enum name", colour, "COLOUR_GREEN"],
    ["unknown enum number", colour, 3],
    ["negative enum number", colour, -1],
    ["fractional enum number", colour, 0.5],
    ["enum name from the prototype", colour, "constructor"],
    ["not base64", readBytes, "a b"],
    ["base64 of an impossible length", readBytes, "aaaaa"],
    ["padding inside base64", readBytes, "aG=k"],
    ["date only", readMoment, "2026-01-01"],
    ["timestamp without a zone", readMoment, "2026-01-01T00:00:00"],
    ["a day that does not exist", readMoment, "2026-02-30T00:00:00Z"],
    ["month 13", readMoment, "2026-13-01T00:00:00Z"],
    ["array for a message", readWithin, []],
    ["string for a message", readWithin, "x"],
    ["object for a list", (...at) => readMessages(...at, 2), {}],
    ["list that is too long", (...at) => readMessages(...at, 2), [1, 2, 3]],
  ];
  test.each(rows)("%s", (_, read, value) => {
    const wire = openParams({ someField: value });
    expect(read(wire, "someField") ?? []).toEqual([]);
    expect(wire.faults.map((it) => it.pointer)).toEqual(["/someField"]);
    expect(() => refuseFaults(wire)).toThrow(ServiceError);
  });
});

test("a field under both of its names is a fault", () => {
  const wire = openParams({ someField: "x", some_field: "y" });
  readText(wire, "someField");
  expect(wire.faults.map((it) => it.pointer)).toEqual(["/someField"]);
});

test("every fault of a call is told, nested ones with their path", () => {
  const wire = openParams({ list: [{ a: 1 }, 2, { a: "x" }], flag: 3 });
  for (const inner of readMessages(wire, "list", 3)) readText(inner, "a");
  readFlag(wire, "flag");
  expect(wire.faults.map((it) => it.pointer).toSorted()).toEqual([
    "/flag",
    "/list/0/a",
    "/list/1",
  ]);
});

test("absent and null params are an empty message, other kinds are refused", () => {
  expect(openParams(undefined).members).toEqual({});
  expect(openParams(null).members).toEqual({});
  for (const value of [[], "x", 1, true]) {
    expect(() => openParams(value)).toThrow("params must be an object");
  }
});

test("null in a Struct is a value, where a field that is null is unset", () => {
  const wire = openParams({ price: null });
  expect(structMember(wire, "price")).toBeNull();
  expect(readText(wire, "price")).toBeUndefined();
});

test("a prototype key is a name like any other", () => {
  const wire = openParams(JSON.parse('{"__proto__": {"someField": "x"}}'));
  expect(readText(wire, "someField")).toBeUndefined();
  expect(structMember(wire, "toString")).toBeUndefined();
  expect(readText(wire, "constructor")).toBeUndefined();
});
