import { expect, test } from "bun:test";
import { canonicalJson, digestOf, sha256 } from "../../src/core/base/digest.ts";

/** RFC 8785, section 3.2.3 and appendix B. */
const VECTORS: readonly (readonly [string, unknown, string])[] = [
  [
    "the example of section 3.2.3",
    JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    "keys sorted by UTF-16 code units",
    {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    },
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    "nested keys, and lists kept in order",
    { b: [{ d: 1, c: 2 }, 3, 1], a: {} },
    '{"a":{},"b":[{"c":2,"d":1},3,1]}',
  ],
  ["an absent member", { a: 1, b: undefined }, '{"a":1}'],
  ["negative zero", -0, "0"],
  ["the smallest number", 5e-324, "5e-324"],
  ["the largest number", 1.7976931348623157e308, "1.7976931348623157e+308"],
  ["the largest safe integer", 9007199254740991, "9007199254740991"],
  ["a power of two beyond it", 295147905179352830000, "295147905179352830000"],
  ["where exponents begin", 1e21, "1e+21"],
  ["where small exponents begin", 1e-7, "1e-7"],
  ["a key called __proto__", JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
];

for (const [name, value, text] of VECTORS) {
  test(`${name} has its one canonical text`, () => {
    expect(canonicalJson(value)).toBe(text);
  });
}

test("the order in which members were set changes no digest", () => {
  expect(digestOf({ a: 1, b: { c: 2, d: 3 } })).toBe(
    digestOf({ b: { d: 3, c: 2 }, a: 1 }),
  );
});

test("a digest is the SHA-256 of the canonical text, in lower-case hex", () => {
  expect(sha256("")).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  expect(digestOf({})).toBe(sha256("{}"));
  expect(sha256(new Uint8Array([97, 98, 99]))).toBe(sha256("abc"));
});

test("what is no JSON value has no digest", () => {
  expect(() => digestOf(undefined)).toThrow(TypeError);
  expect(() => digestOf(() => 1)).toThrow();
  expect(() => canonicalJson({ a: Number.NaN })).toThrow();
  expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow();
});
