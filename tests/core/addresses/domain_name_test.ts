import { describe, expect, test } from "bun:test";
import { readOwnDomain } from "../../../src/core/addresses/domains/domain_name.ts";
import { thrown } from "../core_harness.ts";

const SETTINGS = { addressDomain: "inbox.example.org" };
const read = (text: string) => readOwnDomain(SETTINGS, text);

test.each([
  ["bakery.example", "bakery.example"],
  [" Bakery.Example. ", "bakery.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["mail.bakery.co.uk", "mail.bakery.co.uk"],
  ["alice.github.io", "alice.github.io"],
  ["example.org", "example.org"],
  ["notinbox.example.org", "notinbox.example.org"],
])("%p is claimed as %s", (text, domain) => {
  expect(read(text)).toBe(domain);
});

describe("nobody claims", () => {
  const refused: readonly (readonly [
    why: string,
    domains: readonly string[],
  ])[] = [
    [
      "what is no domain",
      ["", "com", "localhost", "a b.example", "-a.example"],
    ],
    [
      "an address or a link",
      ["alice@bakery.example", "https://bakery.example"],
    ],
    [
      "a wildcard or a name of records",
      ["*.bakery.example", "_x.bakery.example"],
    ],
    ["an IP address", ["192.0.2.1", "[2001:db8::1]", "2001:db8::1", "0x7f.1"]],
    ["a public suffix", ["co.uk", "github.io", "com.au", "pages.dev"]],
    ["the service's own domain", ["inbox.example.org", "INBOX.example.org."]],
    ["what is below it", ["alice.inbox.example.org", "a.b.inbox.example.org"]],
    ["a mail provider", ["gmail.com", "outlook.com", "yahoo.co.jp", "web.de"]],
    ["what is below one", ["mail.gmail.com", "x.y.proton.me"]],
    ["a name too long for its record", [`${"a.".repeat(119)}example`]],
  ];
  for (const [why, domains] of refused) {
    test.each(domains)(`${why}: %p`, (domain) => {
      const error = thrown(() => read(domain));
      expect(error.code).toBe("invalid_domain");
      expect(error.errors[0]?.pointer).toBe("/domain");
      expect(error.message).toStartWith("Cannot add the domain: ");
    });
  }
});
