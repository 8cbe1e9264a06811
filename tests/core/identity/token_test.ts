import { expect, test } from "bun:test";
import {
  hashToken,
  kindOfToken,
  makeToken,
  TOKEN_CHARS,
} from "../../../src/core/identity/token.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

test("makeToken() has one form, from all zeros to all ones", () => {
  for (const byte of [0, 1, 127, 255]) {
    const token = makeToken((count) => new Uint8Array(count).fill(byte));
    expect(token).toMatch(/^svc_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(token).toHaveLength(TOKEN_CHARS);
    expect(kindOfToken(token)).toBe("svc");
  }
});

test("makeToken() makes session tokens of the same form", () => {
  const token = makeToken(random, "ses");
  expect(token).toMatch(/^ses_/);
  expect(kindOfToken(token)).toBe("ses");
  expect(kindOfToken(token.replace("ses_", "svc_"))).toBeUndefined();
});

test("makeToken() keeps all 256 bits", () => {
  const made = new Set<string>();
  for (let bit = 0; bit < 256; bit++) {
    const bytes = new Uint8Array(32);
    bytes[bit >> 3] = 1 << (bit & 7);
    made.add(makeToken(() => bytes));
  }
  expect(made.size).toBe(256);
});

test("kindOfToken() refuses every changed character", () => {
  const token = makeToken(random);
  for (let at = 0; at < token.length; at++) {
    const changed = token[at] === "a" ? "b" : "a";
    const text = token.slice(0, at) + changed + token.slice(at + 1);
    expect(kindOfToken(text)).toBeUndefined();
  }
});

test("kindOfToken() refuses what has another form", () => {
  const token = makeToken(random);
  for (const text of [
    "",
    "svc_",
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    token.toUpperCase(),
    token.slice(0, -1),
    token.replace("svc", "svd"),
    "x".repeat(TOKEN_CHARS),
    "\0".repeat(TOKEN_CHARS),
  ]) {
    expect(kindOfToken(text)).toBeUndefined();
  }
});

test("hashToken() is SHA-256 in hex", () => {
  expect(hashToken("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
