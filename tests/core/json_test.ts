import { expect, test } from "bun:test";
import { parseJson } from "../../src/core/json.ts";
import { checkJsonCost } from "../../src/core/json_bounds.ts";
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
    expect(error.code).toBe("invalid_input");
    expect(error.message).toContain("NUL or half a surrogate pair");
    expect(error.errors).toHaveLength(1);
  });
}

test("a text that is none is told of by its place", () => {
  const text = '{"parts":[{"text":"ok"},{"text":"a\\u0000"}]}';
  const { message, errors } = thrown(() => parseJson(text));
  expect(message).toContain("parts[1].text holds a NUL");
  expect(errors[0]?.pointer).toBe("/parts/1/text");
});

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

test("20,000 values are read, one more is refused", () => {
  const { jsonValuesMax } = LIMITS;
  const list = (values: number) => `[${"0,".repeat(values - 1)}0]`;
  parseJson(list(jsonValuesMax - 1));
  const error = thrown(() => parseJson(list(jsonValuesMax)));
  expect([error.code, error.extra]).toEqual([
    "payload_too_large",
    { valuesMax: jsonValuesMax },
  ]);
});

test("a text is one value, whatever is written in it", () => {
  const text = `\\"{[,:]}`.repeat(jsonish);
  expect(parseJson(JSON.stringify({ text, raw: text, x: [text] }))).toEqual({
    text,
    raw: text,
    x: [text],
  });
});

const jsonish = 5_000;

test.each([
  ["a name of another member", `{"row":"TEXT"}`],
  ["a value, not a name", `["raw","TEXT"]`],
  ["another member after a file", `{"raw":"","x":"TEXT"}`],
  ["a list within it", `{"raw":["TEXT"]}`],
  ["an object within it", `{"raw":{"x":"TEXT"}}`],
  ["escapes in the name", `{"r\\u0061w":"TEXT"}`],
  ["space", `{"raw":""SPACE}`],
])("only a file is not counted: %s is", (_what, frame) => {
  const { requestBytesMax } = LIMITS;
  const text = frame
    .replace("TEXT", "x".repeat(requestBytesMax))
    .replace("SPACE", " ".repeat(requestBytesMax));
  expect(thrown(() => parseJson(text)).code).toBe("payload_too_large");
});

/** The least of some times that the same work takes: the rest is noise. */
function least(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const from = performance.now();
      work();
      return performance.now() - from;
    }),
  );
}

const WORST: Readonly<Record<string, string>> = {
  "2.7 million empty objects": `[${"{},".repeat(2_700_000)}0]`,
  "2.7 million numbers": `[${"1,".repeat(2_700_000)}0]`,
  "8 MB of nesting": "[".repeat(8_000_000),
  "8 MB of escapes": `{"x":"${'\\"'.repeat(4_000_000)}"}`,
  "8 MB of space": `{"raw" :${" ".repeat(8_000_000)}0}`,
  "8 MB of short texts": `[${'"a" '.repeat(2_000_000)}]`,
};

for (const [name, text] of Object.entries(WORST)) {
  test(`${name} are refused in the time of a hundred copies of them at most`, () => {
    const bytes = Buffer.from(text);
    const copied = least(() => void Buffer.from(text));
    const refused = least(() => void thrown(() => checkJsonCost(bytes)));
    expect(refused).toBeLessThan(100 * copied);
  });
}
