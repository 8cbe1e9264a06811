import type { Checkpoint, Conversation } from "../api/types.ts";
import { moneyText } from "../ui/money.tsx";
import { timeText } from "../ui/time.tsx";
import { conditionWords } from "../ui/words.ts";

/** What a decision leads to, in sentences. */
export interface Outcomes {
  readonly approve: string;
  readonly decline: string;
  /** What happens if nothing is said until the end. */
  readonly silence: string;
  /** Where the money is now and after each decision. */
  readonly money: readonly (readonly [name: string, says: string])[];
}

/** Says what will happen, by what is asked and by what is held. Pure. */
export function outcomesOf(
  { kind, action }: Checkpoint,
  { payment, from }: Conversation,
): Outcomes {
  const isPriced = payment.status !== "none";
  const price = moneyText(payment);
  if (kind === "acceptance") {
    const pays = action.price !== undefined && action.price !== "0";
    return {
      approve: `You accept the work, and ${from.name} sees that it is in progress.`,
      silence: pays
        ? "If you say nothing, the money goes back to the sender by itself."
        : "If you say nothing, nothing happens.",
      decline: `The request ends here as declined, for everyone. ${from.name} reads your comment.`,
      money: pays
        ? [
            ["Money now", `${price} is held, neither yours nor the sender's.`],
            [
              "After approving",
              `It stays held${payment.captureBefore ? ` until ${timeText(payment.captureBefore)}` : ""}. It is yours once ${conditionWords(payment, "you")} and you sign the receipt.`,
            ],
            ["After declining", `All ${price} goes back to the sender.`],
          ]
        : [["Money", "No money is involved for you."]],
    };
  }
  if (kind === "review") {
    return {
      approve: "The action below is done at once, exactly as it stands.",
      decline: "The action is not done. Whoever asked is told.",
      silence: "If you say nothing, it is not done.",
      money: isPriced
        ? [
            [
              "Money now",
              `Nothing is held for ${price} unless it says so under Money.`,
            ],
            [
              "After approving",
              `${price} may leave the payer's balance and is held until the receipt is signed.`,
            ],
            ["After declining", "No money moves."],
          ]
        : [["Money", "No money moves either way."]],
    };
  }
  return {
    approve: "The work goes on.",
    decline: "The work goes on without what was asked.",
    silence: "If you say nothing, the work goes on without it.",
    money: isPriced
      ? [["Money", `${price} stays as it is either way.`]]
      : [["Money", "No money moves either way."]],
  };
}
