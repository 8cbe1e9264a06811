import { expect, test } from "bun:test";
import { parseAddress } from "../../../src/core/addresses/address.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";

const READ: readonly (readonly [text: string, address: string])[] = [
  ["bob@example.org", "bob@example.org"],
  ["  Bob.Smith@Example.ORG\t", "bob.smith@example.org"],
  ["mailto:bob@example.org", "bob@example.org"],
  ["MailTo:bob%2Blist@example.org", "bob+list@example.org"],
  ["bob+tag@sub.example.co.uk", "bob+tag@sub.example.co.uk"],
  ["o'neil!#$%&*/=?^_`{|}~@example.org", "o'neil!#$%&*/=?^_`{|}~@example.org"],
  ["bob@MÜNCHEN.de", "bob@xn--mnchen-3ya.de"],
  ["bob@xn--mnchen-3ya.de", "bob@xn--mnchen-3ya.de"],
  ["bob@ｅｘａｍｐｌｅ。com", "bob@example.com"],
  ["alice@inbox.localhost", "alice@inbox.localhost"],
  [`${"x".repeat(64)}@example.org`, `${"x".repeat(64)}@example.org`],
];

for (const [text, address] of READ) {
  test(`parseAddress() reads ${JSON.stringify(text)}`, () => {
    expect(parseAddress(text)).toBe(address);
  });
}

const REFUSED: readonly (readonly [text: string, why: RegExp])[] = [
  ["", /it is empty/],
  ["   ", /it is empty/],
  ["mailto:", /it is empty/],
  ["bob", /it needs an @/],
  ["@example.org", /nothing comes before the @/],
  ["bob@", /nothing comes after the @/],
  [`${"x".repeat(65)}@example.org`, /longer than 64/],
  [`bob@${"x".repeat(400)}.org`, /longer than 320/],
  ["mailto:%zz@example.org", /percent-encoding/],
  // Header injection
  ["bob@example.org\r\nBcc: eve@example.org", /plain mailbox name/],
  ["bob@example.org\r\nBcc: eve", /an invalid character/],
  ["bob\r\nBcc: eve@example.org", /plain mailbox name/],
  ["mailto:bob%0d%0aBcc:eve@example.org", /plain mailbox name/],
  ["bob@example.org\u2028Bcc", /an invalid character/],
  ["bob\u0000@example.org", /plain mailbox name/],
  ["bob@exam\u0000ple.org", /an invalid character/],
  ["bob smith@example.org", /plain mailbox name/],
  ['"bob smith"@example.org', /plain mailbox name/],
  ["Bob <bob@example.org>", /plain mailbox name/],
  ["<bob@example.org>", /plain mailbox name/],
  ["bob@example.org,eve@example.org", /plain mailbox name/],
  ["bob@example.org;eve@example.org", /plain mailbox name/],
  ["bob@example.org, eve", /an invalid character/],
  ["bob@a@example.org", /plain mailbox name/],
  ["bob(comment)@example.org", /plain mailbox name/],
  ["bob\\@example.org", /plain mailbox name/],
  ["böb@example.org", /plain mailbox name/],
  [".bob@example.org", /plain mailbox name/],
  ["bob.@example.org", /plain mailbox name/],
  ["bo..b@example.org", /plain mailbox name/],
  // Domains
  ["bob@localhost", /not a domain name/],
  ["bob@example.org.", /not a domain name/],
  ["bob@.example.org", /not a domain name/],
  ["bob@example..org", /not a domain name/],
  ["bob@-example.org", /not a domain name/],
  ["bob@ex_ample.org", /an invalid character/],
  ["bob@127.0.0.1", /not a domain name/],
  ["bob@[127.0.0.1]", /an invalid character/],
  ["bob@0x7f.1", /not a domain name/],
  ["bob@exa%6dple.org", /an invalid character/],
  ["bob@example.org/path", /an invalid character/],
  ["bob@example.org:25", /an invalid character/],
  ["mailto:bob@example.org?bcc=eve@example.org", /plain mailbox name/],
  ["mailto:bob@example.org?subject=x", /an invalid character/],
  ["bob@xn--a.org", /not a domain name/],
  [`bob@${"x".repeat(64)}.org`, /not a domain name/],
];

for (const [text, why] of REFUSED) {
  test(`parseAddress() refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
    expect(() => parseAddress(text)).toThrow(why);
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({ code: "invalid_address" }),
    );
  });
}

test("a refusal is one sentence that repeats nothing of the text", () => {
  try {
    parseAddress("secret word@example.org");
    throw new Error("it was read");
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect(String(error)).toBe(
      "ServiceError: Cannot read the address: the part before the @ is not a plain mailbox name.",
    );
  }
});

test("whatever is read holds only what a header may hold, and reads again as itself", () => {
  let seed = 1;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  const pieces = ["@", ".", "a", "Z", "é", "\r", "\n", " ", "<", '"', "ö", "-"];
  for (let round = 0; round < 20_000; round++) {
    let text = "";
    const length = 3 + (next() % 10);
    while (text.length < length) text += pieces[next() % pieces.length];
    const address = readOrUndefined(`${text}@example${text.slice(0, 2)}.org`);
    if (address === undefined) continue;
    expect(address).toMatch(/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+$/);
    expect(parseAddress(address)).toBe(address);
  }
});

function readOrUndefined(text: string): string | undefined {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
