import { expect, test } from "bun:test";
import { parseJson } from "../../src/core/json.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { thrown } from "./core_harness.ts";

const nested = (open: string, close: string, levels: number) =>
  open.repeat(levels) + close.repeat(levels);

const MALFORMED: Readonly<Record<string, string>> = {
  "an empty text": "",
  "half an object": '{"a":',
  "single quotes": "{'a':1}",
  "a trailing comma": "[1,]",
  "two documents": "{} {}",
  "a bare word": "hello",
  NaN: "NaN",
  "a byte order mark": "\ufeff{}",
};

for (const [name, text] of Object.entries(MALFORMED)) {
  test(`${name} is refused as not well-formed JSON`, () => {
    const error = thrown(() => parseJson(text));
    expect(error.code).toBe("invalid_json");
    expect(error.message).toEndWith("not well-formed JSON.");
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });
}

test("the deepest allowed nesting is read, one level more is refused", () => {
  const { jsonDepthMax } = LIMITS;
  parseJson(nested("[", "]", jsonDepthMax));
  const [arrays, objects] = [
    nested("[", "]", jsonDepthMax + 1),
    `${'{"a":'.repeat(jsonDepthMax + 1)}1${"}".repeat(jsonDepthMax + 1)}`,
  ];
  for (const text of [arrays, objects]) {
    const error = thrown(() => parseJson(text));
    expect(error.code).toBe("invalid_json");
    expect(error.message).toContain(`${jsonDepthMax} levels`);
  }
});

test("a million levels are refused without a stack overflow", () => {
  const error = thrown(() => parseJson(nested("[", "]", 1_000_000)));
  expect(error.code).toBe("invalid_json");
});

const UNSTORABLE: Readonly<Record<string, string>> = {
  "a NUL in a value": '"a\\u0000b"',
  "a NUL in a key": '{"a\\u0000b":1}',
  "half a surrogate pair in a value": '["\\ud83d"]',
  "half a surrogate pair in a key": '{"\\udc00":1}',
  "a surrogate pair the wrong way round": '"\\ude00\\ud83d"',
  "a NUL deep inside": '{"a":[{"b":"\\u0000"}]}',
};

for (const [name, text] of Object.entries(UNSTORABLE)) {
  test(`${name} is refused: it cannot be stored or hashed`, () => {
    const error = thrown(() => parseJson(text));
    expect(error.code).toBe("invalid_json");
    expect(error.message).toContain("NUL or half a surrogate pair");
  });
}

test("a whole surrogate pair, controls and any other text are kept", () => {
  expect(parseJson('{"a":"\\ud83d\\ude00\\u0001\\n","é":"ß"}')).toEqual({
    a: "\u{1f600}\u0001\n",
    é: "ß",
  });
});

test("__proto__ is an ordinary own key and changes no prototype", () => {
  const value = parseJson('{"__proto__":{"isAdmin":true},"a":1}');
  expect(Object.keys(value as object)).toEqual(["__proto__", "a"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
