import { readersInLine } from "../../../base/words/lists.ts";
import type { Say } from "../../../base/words/say.ts";
import type { Preview } from "./preview_schema.ts";

type PreviewFacts = Omit<Preview, "sentences">;
type Money = NonNullable<Preview["money"]>;

/**
 * The sentences that a person reads before they send, or why it cannot be sent. Only
 * addresses in them come from others. `isUnwritten` is for a draft that lacks only its
 * text. Pure.
 */
export function sentencesOf(
  told: PreviewFacts,
  isUnwritten: boolean,
  say: Say,
): readonly string[] {
  const { recipients, money, asks, problems } = told;
  const why = problems.map(({ detail }) => detail);
  if (why.length > 0 && !isUnwritten) return why;
  return [
    ...why,
    ...addresses(recipients, ["nobody_here"]).map(
      (address) => say`Nobody has the address ${address}: nobody reads it.`,
    ),
    ...asks.map(({ detail }) => say`Your person is asked first: ${detail}`),
    ...(money ? waits(money, say) : []),
    ...readers(told, say),
    ...(money ? becomes(money, say) : []),
  ];
}

/** Why nothing is delivered before it is paid. */
function waits(
  { payee, asked, rail, balance, missing }: Money,
  say: Say,
): readonly string[] {
  return [
    ...(asked
      ? [
          say`${payee ?? ""} asks ${asked.amount} USDC: it waits for payment and is not delivered before.`,
        ]
      : []),
    ...(rail && !asked
      ? [
          say`A wallet pays in USDC: it waits for payment and is not delivered before.`,
        ]
      : []),
    ...(balance && missing
      ? [
          say`Your balance is ${balance.amount} USDC: it waits for payment and is not delivered before.`,
        ]
      : []),
  ];
}

/** When it is delivered: at once, or after what comes first. */
type When = "atOnce" | "paid" | "approved";

/** That accounts get it, by when, for one of them and for several. */
const GETS: Readonly<Record<When, (say: Say, who: string) => Forms>> = {
  atOnce: (say, who) => ({
    one: say`${who} gets the message and its files at once.`,
    several: say`${who} get the message and its files at once.`,
  }),
  paid: (say, who) => ({
    one: say`Once it is paid, ${who} gets the message and its files.`,
    several: say`Once it is paid, ${who} get the message and its files.`,
  }),
  approved: (say, who) => ({
    one: say`Once your person approves, ${who} gets the message and its files.`,
    several: say`Once your person approves, ${who} get the message and its files.`,
  }),
};

/** That ordinary addresses are invited, likewise. */
const INVITED: Readonly<Record<When, (say: Say, who: string) => Forms>> = {
  atOnce: (say, who) => ({
    one: say`${who} gets a short invitation by mail, without your text, and reads the message here.`,
    several: say`${who} get a short invitation by mail, without your text, and read the message here.`,
  }),
  paid: (say, who) => ({
    one: say`Once it is paid, ${who} gets a short invitation by mail, without your text, and reads the message here.`,
    several: say`Once it is paid, ${who} get a short invitation by mail, without your text, and read the message here.`,
  }),
  approved: (say, who) => ({
    one: say`Once your person approves, ${who} gets a short invitation by mail, without your text, and reads the message here.`,
    several: say`Once your person approves, ${who} get a short invitation by mail, without your text, and read the message here.`,
  }),
};

interface Forms {
  readonly one: string;
  readonly several: string;
}

function readers(
  { recipients, outcome, money }: PreviewFacts,
  say: Say,
): readonly string[] {
  const here = addresses(recipients, ["account", "service"]);
  const outside = addresses(recipients, ["invite"]);
  const isUnpaid =
    money?.asked !== undefined ||
    money?.missing !== undefined ||
    money?.rail !== undefined;
  const isLater = isUnpaid || outcome === "waits_for_payment";
  const unasked = outcome === "asks_person" ? "approved" : "atOnce";
  const when = isLater ? "paid" : unasked;
  const hidden = recipients.some(({ role }) => role === "bcc");
  const sentences: string[] = [];
  if (here.length > 0) {
    const { one, several } = GETS[when](say, readersInLine(here, say));
    sentences.push(here.length === 1 ? one : several);
  }
  if (outside.length > 0) {
    const { one, several } = INVITED[when](say, readersInLine(outside, say));
    sentences.push(outside.length === 1 ? one : several);
  }
  if (here.length + outside.length > 1) {
    sentences.push(
      hidden
        ? say`Everyone sees the others, but not the hidden copies.`
        : say`Everyone sees who else gets it.`,
    );
  }
  return sentences;
}

/** The sentence about the price, now or once it is paid. */
function becomes(money: Money, say: Say): readonly string[] {
  const { held, payee, asked, missing, rail, balance, condition } = money;
  const price = `${held.amount} USDC`;
  const unasked = balance
    ? say`${price} leaves your balance of ${balance.amount} USDC and is held.`
    : say`${price} leaves your balance and is held.`;
  const leaves =
    asked || missing || rail ? say`Once you pay, ${price} is held.` : unasked;
  const earns = payee
    ? say`${payee} gets it after signing the receipt for this: ${condition}`
    : say`The recipient gets it after signing the receipt for this, which takes an account here: ${condition}`;
  const { returnsAfterDays: days } = money;
  return [
    `${leaves} ${earns}`,
    say.many(
      days,
    )`If that does not happen within a day, it comes back to you by itself.|If that does not happen within # days, it comes back to you by itself.`,
  ];
}

function addresses(
  recipients: PreviewFacts["recipients"],
  hows: readonly string[],
): readonly string[] {
  return recipients
    .filter(({ how }) => hows.includes(how))
    .map(({ address }) => address);
}
