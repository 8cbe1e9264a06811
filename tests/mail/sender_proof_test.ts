import { expect, test } from "bun:test";
import { readMailHead } from "../../packages/mail-reading/src/read_mail.ts";
import { isProven } from "../../packages/mail-reading/src/sender_proof.ts";
import { MAIL_BOUNDS } from "../../src/core/mail/mail_bounds.ts";

const AT = { relay: "mx.relay.example", domain: "victim.example" };

function proves(results: string, more = ""): boolean {
  const field = `Authentication-Results: ${AT.relay}${results}`;
  return isProven(`\n${field}${more}\nFrom: a@victim.example`, AT);
}

const TRUE: readonly string[] = [
  "; dmarc=pass header.from=victim.example",
  " 1; dmarc=pass (p=NONE sp=NONE) header.from=victim.example",
  '; dkim=pass header.d=victim.example header.i=@victim.example header.b="K/ab="; spf=fail smtp.mailfrom=a@other.example',
  '; dkim=fail reason="no key; none (at all" header.d=other.example; dkim=pass header.d=VICTIM.example',
  "; spf=pass (mx: domain of a@victim.example designates 192.0.2.1) smtp.mailfrom=a@victim.example; dmarc=none header.from=victim.example",
  '; spf=pass smtp.mailfrom="a b"@victim.example',
  "; DKIM/1 = PASS (good (very) \\) ) header.d = Victim.example",
  '; dkim=pass reason="x@a.example is not y@b.example" header.i=@victim.example',
  ";dkim=pass (signature was verified) header.d=victim.example;dmarc=pass action=none header.from=victim.example;compauth=pass reason=100",
];

test.each(TRUE)("a relay's word counts however it is written: %s", (said) => {
  expect(proves(said)).toBe(true);
});

const FORGED: Readonly<Record<string, string>> = {
  "a result within quotes":
    '; spf=fail reason="x; dmarc=pass header.from=victim.example" smtp.mailfrom=a@other.example',
  "a result behind an escaped quote":
    '; spf=fail reason="x\\"; dmarc=pass header.from=victim.example;\\"" smtp.mailfrom=a@other.example',
  "a result behind an escaped bracket of a comment":
    "; spf=fail (of a\\) ; dmarc=pass header.from=victim.example (\\( b) smtp.mailfrom=a@other.example",
  "a property within quotes":
    '; dmarc=pass header.from=other.example reason="x header.from=victim.example"',
  "a refusal behind a bracket within quotes":
    '; dkim=pass header.d=victim.example reason="("; dmarc=fail reason=")" header.from=victim.example',
  "a refusal behind a comment that does not end":
    "; dkim=pass header.d=victim.example (; dmarc=fail header.from=victim.example",
  "a comment that ends twice":
    "; spf=pass (of a) b@other.example) smtp.mailfrom=a@other.example; dkim=pass header.d=victim.example",
  "a quoted name that ends a comment":
    '; spf=pass (of "a) smtp.mailfrom=x@victim.example (b"@other.example) smtp.helo=other.example',
  "a quote that does not end":
    '; dkim=pass header.d=victim.example; spf=fail smtp.mailfrom="a',
  "an escape outside of quotes": "; dkim=pass header.d=\\victim.example",
  "a property that is said twice":
    "; dmarc=pass header.from=other.example header.from=victim.example",
  "a second DMARC":
    "; dmarc=pass header.from=victim.example; dmarc=none header.from=victim.example",
  "a domain that a quote puts together":
    '; dkim=pass header.d="victim.example header.x"',
  "words between": "; dkim=pass by us header.d=victim.example",
  "another relay before": " other; dkim=pass header.d=victim.example",
  "an envelope of two domains":
    "; spf=pass smtp.mailfrom=x@evil.example@victim.example",
  "an envelope of two domains, the first one ended":
    "; spf=pass smtp.mailfrom=a@evil.example/@victim.example",
  "an envelope of two domains within quotes":
    '; spf=pass smtp.mailfrom="x@evil.example@victim.example"',
  "an identity of two domains":
    "; dkim=pass header.i=x@evil.example@victim.example",
  "a version of which nothing is known":
    " 2; dmarc=pass header.from=victim.example",
  nothing: "; none",
};

test.each(Object.entries(FORGED))(
  "nobody is another sender by %s",
  (_how, said) => {
    expect(proves(said)).toBe(false);
  },
);

test("only the topmost field counts, and only that of the relay", () => {
  const right = `Authentication-Results: ${AT.relay}; dkim=pass header.d=victim.example`;
  expect(proves("; dkim=none", `\n${right}`)).toBe(false);
  const of = (relay: string) =>
    isProven(`\n${right.replace(AT.relay, relay)}`, AT);
  expect(of("mx.relay.example")).toBe(true);
  expect(of("(mx.relay.example) evil.example")).toBe(false);
  expect(of("MX.relay.example")).toBe(true);
});

const senderOf = (...fields: readonly string[]) =>
  readMailHead(
    `${fields.join("\r\n")}\r\nTo: b@x.example\r\n\r\nWords`,
    MAIL_BOUNDS,
  ).from;

const VICTIM = "From: Victim <a@victim.example>";

const BY_NO_ONE: Readonly<Record<string, readonly string[]>> = {
  "two fields": ["From: x@evil.example", VICTIM],
  "two fields, one with a blank before its colon": [
    "From : x@evil.example",
    VICTIM,
  ],
  "a field that is said twice": [VICTIM, VICTIM],
  "an address in brackets and one without": [`${VICTIM}, x@evil.example`],
  "an address as the name of another": [
    "From: x@evil.example <a@victim.example>",
  ],
  "one behind fifty": [
    `${VICTIM}${", a@victim.example".repeat(60)}, x@evil.example`,
  ],
  "a quoted local part": [`${VICTIM}, "x"@evil.example`],
  "the address of a machine": [`${VICTIM}, x@[192.0.2.1]`],
  "a domain of other letters": [`${VICTIM}, x@\u00e9vil.example`],
  "an address between quotes that hold an escaped one": [
    'From: "a\\"b" <x@evil.example>, "c" <a@victim.example>',
  ],
  "an address behind a quote that does not end": [
    `${VICTIM}, "x@evil.example \\"`,
  ],
};

test.each(Object.entries(BY_NO_ONE))(
  "a mail with two senders is by no one: %s",
  (_how, fields) => {
    expect(senderOf(...fields)).toBe("");
  },
);

test("a sender is read however the one From is written", () => {
  for (const field of [
    VICTIM,
    "From: a@victim.example",
    "from : A@Victim.Example (Victim)",
    "From: a@victim.example <a@victim.example>",
    'From: "x@evil.example \\" <y@evil.example>" <a@victim.example>',
    "From: =?utf-8?q?x=40evil.example?=\r\n <a@victim.example>",
  ]) {
    expect([field, senderOf(field)]).toEqual([field, "a@victim.example"]);
  }
});
