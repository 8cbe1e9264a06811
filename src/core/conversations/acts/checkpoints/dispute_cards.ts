import { LIMITS } from "../../../base/limits.ts";
import { amountOn } from "../../../base/money.ts";
import type { CardRow } from "./card_row.ts";
import { shownTitle } from "./card_words.ts";

/** The other side names how much of a disputed price goes back. */
export const DISPUTE_CARD: CardRow<"dispute"> = {
  hours: LIMITS.disputeHours,
  undone: "the price stays frozen",
  card(conversation, { action, askedBy: { name }, say }) {
    const shown = (micro: number) =>
      amountOn(conversation, micro, say.language);
    const back = Number(action.return);
    const rest = Number(action.release);
    return {
      title: say`${name} proposes that ${shown(back)} of ${shown(back + rest)} goes back`,
      summary: say`The price of "${shownTitle(conversation)}" is disputed and frozen. ${name} says: ${shown(back)} goes back, and ${shown(rest)} is paid. Agree, or propose another split.`,
    };
  },
};

/** The arbiter is asked to decide. */
export const ARBITRATION_CARD: CardRow<"arbitration"> = {
  hours: LIMITS.rulingDays * 24,
  undone: "the price stays frozen",
  card(conversation, { action, say }) {
    const amount = amountOn(conversation, Number(action.amount), say.language);
    return {
      title: say`Decide how ${amount} is split`,
      summary: say`The two sides of "${shownTitle(conversation)}" named you to decide disputes, and did not agree. Say how much goes back to ${conversation.fromAddress}; the rest is paid to the other side.`,
    };
  },
};
