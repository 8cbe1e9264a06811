import { expect, test } from "bun:test";
import { checkJsonCost } from "../../src/core/access/json_bounds.ts";
import { parseJson } from "../../src/core/access/read_json.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
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
  expect(message).toContain("parts[1].text contains a NUL");
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

const encoded = (text: string) => new TextEncoder().encode(text).buffer;

/** Bytes that count how many of them are searched by leaps. */
class SearchedBytes extends Uint8Array<ArrayBuffer> {
  static searches = 0;
  static searched = 0;

  override indexOf(byte: number, from = 0): number {
    const found = super.indexOf(byte, from);
    SearchedBytes.searches++;
    SearchedBytes.searched += (found < 0 ? this.length : found) - from;
    return found;
  }
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
  test(`${name} are refused by their beginning, gone through once`, () => {
    const bytes = new SearchedBytes(encoded(text));
    SearchedBytes.searches = 0;
    SearchedBytes.searched = 0;
    const { code, extra } = thrown(() => checkJsonCost(bytes));
    const looked = LIMITS.requestBytesMax + 1_024;
    expect(SearchedBytes.searched).toBeLessThan(3 * looked);
    expect(SearchedBytes.searches).toBeLessThan(looked / 64);
    // The rest is not looked at: without it the answer is the same.
    const beginning = thrown(() => checkJsonCost(bytes.slice(0, looked)));
    expect([beginning.code, beginning.extra]).toEqual([code, extra]);
  });
}

test("the count finds what is searched", () => {
  const bytes = new SearchedBytes(encoded(`"${"x".repeat(10_000)}"`));
  SearchedBytes.searched = 0;
  checkJsonCost(bytes);
  expect(SearchedBytes.searched).toBeGreaterThan(9_000);
});
