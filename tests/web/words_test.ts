import { describe, expect, test } from "bun:test";
import type { Resolved } from "../../src/web/api/types.ts";
import { sentencesOf } from "../../src/web/compose/sentences.ts";
import { bodyOf, isPrice, NOTHING } from "../../src/web/compose/written.ts";
import { snippetsOf } from "../../src/web/settings/snippets.tsx";
import { amountText } from "../../src/web/ui/money.tsx";

const BOB: Resolved = {
  gnesi: true,
  rail: "svc",
  address: "bob@inbox.localhost",
  displayName: "Bob",
  prices: [
    {
      contactType: "everyone",
      price: {
        amount: "8.00",
        amountAtomic: "8000000",
        currency: "USDC",
        decimals: 6,
      },
      release: "replied",
      holdDays: 7,
      source: "recipient",
    },
  ],
};
const MAIL: Resolved = {
  gnesi: false,
  rail: "email",
  address: "c@mail.example",
};

describe("what is said before sending", () => {
  const written = {
    ...NOTHING,
    to: [BOB.address, MAIL.address],
    bcc: ["d@inbox.localhost"],
    price: "5",
  };

  const rich = { balance: "100.00", ownDomain: "inbox.localhost" };
  const poor = { ...rich, balance: "4.00" };
  const free = { ...BOB, prices: [] };

  test("names who reads what, and what becomes of the money", () => {
    expect(sentencesOf(written, [free, MAIL], rich)).toEqual([
      "Bob gets the message and its files at once.",
      "c@mail.example gets a short invitation by mail, without your text, and reads the message here.",
      "Everyone sees the others, but not the hidden copies.",
      "5 USDC leaves your balance of 100.00 USDC and is held. Bob gets it once Bob replies and signs the receipt.",
      "If that does not happen within the time of the hold, usually 7 days, it comes back to you by itself.",
    ]);
  });

  test("tells of nothing that happens at once where the payment is waited for", () => {
    const after = (price: string) => [
      "Once it is paid, Bob gets the message and its files.",
      `Once you pay, ${price} USDC is held. Bob gets it once Bob replies and signs the receipt.`,
      "If that does not happen within the time of the hold, usually 7 days, it comes back to you by itself.",
    ];
    expect(sentencesOf(written, [free], poor)).toEqual([
      "Your balance is 4.00 USDC: it waits for payment and is not delivered before.",
      ...after("5"),
    ]);
    expect(sentencesOf(written, [BOB], rich)).toEqual([
      "Bob asks 8.00 USDC: it waits for payment and is not delivered before.",
      ...after("8.00"),
    ]);
    expect(sentencesOf({ ...written, price: "8" }, [BOB], rich)[0]).toBe(
      "Bob gets the message and its files at once.",
    );
  });

  test("says who cannot be paid as a copy, and is silent about money where there is none", () => {
    const copied = { ...written, to: [MAIL.address], cc: [BOB.address] };
    expect(sentencesOf(copied, [MAIL, BOB], rich)[0]).toContain(
      "Bob asks 8.00 USDC, and only the first recipient is paid",
    );
    expect(
      sentencesOf({ ...NOTHING, to: [MAIL.address] }, [MAIL], poor),
    ).toHaveLength(1);
  });

  test("promises no invitation to an address here that nobody has", () => {
    const nobody = { ...MAIL, address: "bbo@inbox.localhost" };
    expect(
      sentencesOf({ ...NOTHING, to: [nobody.address] }, [nobody], rich),
    ).toEqual(["Nobody has the address bbo@inbox.localhost: nobody reads it."]);
    expect(
      sentencesOf(
        { ...NOTHING, to: [nobody.address], price: "5" },
        [nobody],
        rich,
      )[0],
    ).toBe(
      "Nobody has the address bbo@inbox.localhost: no price can be offered to it.",
    );
  });
});

test("what is half-typed is kept from the service, and nothing else", () => {
  const body = bodyOf({
    ...NOTHING,
    to: ["a@b.example", "half"],
    price: "1.",
    release: "converted",
  });
  expect(body).toEqual({
    to: ["a@b.example"],
    cc: [],
    bcc: [],
    title: "",
    text: "",
    contactType: "everyone",
  });
  expect(["", "5", "0.000001"].map(isPrice)).toEqual([true, true, true]);
  expect(["-1", "1e3", "1.1234567", "x"].some(isPrice)).toBe(false);
});

test("amounts are written as the service writes them", () => {
  expect([0, 5_000_000, 1, 1_500_000, 1_234_560].map(amountText)).toEqual([
    "0.00",
    "5.00",
    "0.000001",
    "1.50",
    "1.23456",
  ]);
});

test("a configuration for each program holds the address and the token, and is JSON where it should be", () => {
  const snippets = snippetsOf("http://localhost:3000/api/mcp", "svc_x");
  for (const { text } of snippets) expect(text).toContain("Bearer svc_x");
  expect(snippets.map(({ name }) => name)).toContain("Claude Code");
  for (const { text } of snippets.filter(({ text }) => text.startsWith("{"))) {
    expect(JSON.stringify(JSON.parse(text))).toContain(
      "http://localhost:3000/api/mcp",
    );
  }
});
