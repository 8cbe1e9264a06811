import type { Checkpoint, Conversation } from "../api/types.ts";
import { amountText, moneyText } from "../ui/money.tsx";
import { timeText } from "../ui/time.tsx";
import { conditionWords } from "../ui/words.ts";

/** A line under a heading of its own. */
type Line = readonly [name: string, says: string];

/** What a decision leads to, in sentences. */
export interface Outcomes {
  readonly approve: string;
  readonly decline: string;
  /** What happens if nothing is said until the end. */
  readonly silence: string;
  /** Where the money is now and after each decision. */
  readonly money: readonly Line[];
}

type Subject = Pick<Conversation, "payment" | "from">;

interface Asked {
  readonly action: Checkpoint["action"];
  readonly conversation: Subject;
  /** Micro-USDC that the person can spend, if it is known. */
  readonly balance: number | undefined;
}

const NO_MONEY: readonly Line[] = [["Money", "No money moves either way."]];

/** What each act that is asked about leads to. */
const ACTS: Readonly<Record<string, (asked: Asked) => Outcomes>> = {
  accept: ({ action, conversation: { payment, from } }) => {
    const price = moneyText(payment);
    const isPaid = micro(action.price) > 0;
    const until = payment.captureBefore
      ? ` until ${timeText(payment.captureBefore)}`
      : "";
    return {
      approve: `You accept the work, and ${from.name} sees that it is in progress.`,
      decline: `The request ends here as declined, for everyone. ${from.name} reads your comment.`,
      silence: isPaid
        ? "If you say nothing, the money goes back to the sender by itself."
        : "If you say nothing, nothing happens.",
      money: isPaid
        ? [
            ["Money now", `${price} is held, neither yours nor the sender's.`],
            [
              "After approving",
              `It stays held${until}. It is yours once ${conditionWords(payment, "you")} and you sign the receipt.`,
            ],
            ["After declining", `All ${price} goes back to the sender.`],
          ]
        : [["Money", "No money is involved for you."]],
    };
  },
  submit: ({ action, balance }) => ({
    approve: "It is sent at once, exactly as it stands, in your name.",
    decline: "Nothing is sent and nothing is held.",
    silence: "If you say nothing, it stays a draft.",
    money: spent(micro(action.price), balance),
  }),
  raise_price: ({ action, balance, conversation: { payment } }) => ({
    approve: `The price becomes ${amountText(micro(action.price))} USDC and the work goes on.`,
    decline: `The price stays ${moneyText(payment)} and the work goes on.`,
    silence: "If you say nothing, the price stays as it is.",
    money: spent(micro(action.extra), balance),
  }),
  cancel: ({ conversation: { payment } }) => ({
    approve: "The conversation ends as canceled, for everyone.",
    decline: "Everything stays as it is.",
    silence: "If you say nothing, everything stays as it is.",
    money:
      payment.status === "held"
        ? [
            ["Money now", `${moneyText(payment)} is held.`],
            ["After approving", "All of it goes back to the sender."],
            ["After declining", "It stays held."],
          ]
        : NO_MONEY,
  }),
};

/** Says what will happen, by what is asked and what it costs. Pure but for the time zone. */
export function outcomesOf(
  { action }: Pick<Checkpoint, "action">,
  conversation: Subject,
  balance: number | undefined,
): Outcomes {
  const says = ACTS[String(action.act)];
  return says
    ? says({ action, conversation, balance })
    : {
        approve: "It is done at once, exactly as it stands below.",
        decline: "It is not done, and whoever asked is told.",
        silence: "If you say nothing, it is not done.",
        money: NO_MONEY,
      };
}

/** What leaves a balance on yes, with the balance before and after. */
function spent(sum: number, balance: number | undefined): readonly Line[] {
  if (sum === 0) return NO_MONEY;
  const held = `${amountText(sum)} USDC (TEST) is held until the recipient signs the receipt.`;
  if (balance === undefined) return [["After approving", held]];
  const left =
    balance < sum
      ? `Your balance is ${amountText(sum - balance)} USDC too little for it.`
      : `Your balance is then ${amountText(balance - sum)} USDC.`;
  return [
    ["Money now", `Your balance is ${amountText(balance)} USDC (TEST).`],
    ["After approving", `${held} ${left}`],
    ["After declining", "Your balance stays as it is."],
  ];
}

function micro(amount: unknown): number {
  return Number(amount ?? 0);
}
