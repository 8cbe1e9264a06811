import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import {
  balanceIn,
  balanceWords,
  withoutBalanceWords,
} from "../../../src/core/conversations/acts/checkpoints/card_words.ts";

test.each([
  [5_000_000, 4_000_000],
  [5_000_000, 1_234_567_890_000],
  [2_000_000_000, 1_500_500_000],
])(
  "the balance in a card of %d with %d is read back, and taken out whole",
  (price, balance) => {
    const said = balanceWords(price, balance, sayInEnglish);
    const summary = `Bob asks. ${said}`;
    expect(balanceIn(summary)).toBe(balance);
    expect(withoutBalanceWords(summary)).toBe("Bob asks.");
  },
);
