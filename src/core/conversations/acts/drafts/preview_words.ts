import { amountOn } from "../../../base/money.ts";
import { readersInLine } from "../../../base/words/lists.ts";
import type { Say } from "../../../base/words/say.ts";
import { arbiterWords } from "../checkpoints/card_words.ts";
import type { Preview } from "./preview_schema.ts";

type PreviewFacts = Omit<Preview, "sentences">;
type Money = NonNullable<Preview["money"]>;

/**
 * The sentences that a person reads before sending, or why it cannot be sent. Text of others
 * appears only as addresses. `isUnwritten` is for a draft that lacks only its text. Pure.
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
      (address) =>
        say`The address ${address} doesn't exist, so no one will read this.`,
    ),
    ...asks.map(
      ({ detail }) => say`Your person has to approve first: ${detail}`,
    ),
    ...(money ? waits(money, say) : []),
    ...readers(told, say),
    ...(money ? becomes(money, say) : []),
  ];
}

/** Why nothing is delivered before payment. */
function waits(
  { payee, asked, rail, balance, missing }: Money,
  say: Say,
): readonly string[] {
  return [
    ...(asked
      ? [
          say`${payee ?? ""} charges ${saidIn(rail, asked, say)}. It's delivered once you pay.`,
        ]
      : []),
    ...(rail && !asked
      ? [say`You pay USDC from a wallet. It's delivered once you pay.`]
      : []),
    ...(balance && missing
      ? [
          say`You have ${saidIn(rail, balance, say)} and need ${saidIn(rail, missing, say)} more. It's delivered once you pay.`,
        ]
      : []),
  ];
}

/** When it is delivered: at once, or after payment or approval. */
type When = "atOnce" | "paid" | "approved";

/** Says that accounts receive it, by when, for one and for several. */
const GETS: Readonly<Record<When, (say: Say, who: string) => Forms>> = {
  atOnce: (say, who) => ({
    one: say`${who} gets the message and its files right away.`,
    several: say`${who} get the message and its files right away.`,
  }),
  paid: (say, who) => ({
    one: say`Once you pay, ${who} gets the message and its files.`,
    several: say`Once you pay, ${who} get the message and its files.`,
  }),
  approved: (say, who) => ({
    one: say`Once your person approves, ${who} gets the message and its files.`,
    several: say`Once your person approves, ${who} get the message and its files.`,
  }),
};

/** The same for invites to ordinary addresses. */
const INVITED: Readonly<Record<When, (say: Say, who: string) => Forms>> = {
  atOnce: (say, who) => ({
    one: say`${who} gets a short email invitation without your text, and reads the message here.`,
    several: say`${who} get a short email invitation without your text, and read the message here.`,
  }),
  paid: (say, who) => ({
    one: say`Once you pay, ${who} gets a short email invitation without your text, and reads the message here.`,
    several: say`Once you pay, ${who} get a short email invitation without your text, and read the message here.`,
  }),
  approved: (say, who) => ({
    one: say`Once your person approves, ${who} gets a short email invitation without your text, and reads the message here.`,
    several: say`Once your person approves, ${who} get a short email invitation without your text, and read the message here.`,
  }),
};

/** The same for inboxes at other services. */
const ELSEWHERE: Readonly<Record<When, (say: Say, who: string) => Forms>> = {
  atOnce: (say, who) => ({
    one: say`${who} is at another service, which gets the message and its files.`,
    several: say`${who} are at other services, which get the message and its files.`,
  }),
  paid: (say, who) => ({
    one: say`Once you pay, the service of ${who} gets the message and its files.`,
    several: say`Once you pay, the services of ${who} get the message and its files.`,
  }),
  approved: (say, who) => ({
    one: say`Once your person approves, the service of ${who} gets the message and its files.`,
    several: say`Once your person approves, the services of ${who} get the message and its files.`,
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
  const elsewhere = addresses(recipients, ["remote"]);
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
  if (elsewhere.length > 0) {
    const { one, several } = ELSEWHERE[when](
      say,
      readersInLine(elsewhere, say),
    );
    sentences.push(elsewhere.length === 1 ? one : several);
  }
  if (outside.length > 0) {
    const { one, several } = INVITED[when](say, readersInLine(outside, say));
    sentences.push(outside.length === 1 ? one : several);
  }
  if (here.length + elsewhere.length + outside.length > 1) {
    sentences.push(
      hidden
        ? say`Everyone sees the other recipients, but not the hidden copies.`
        : say`Everyone sees who else gets it.`,
    );
  }
  return sentences;
}

/** An amount as sentences show it: without a rail it is test money. */
function saidIn(
  rail: Money["rail"],
  { amountAtomic }: Money["held"],
  { language }: Say,
): string {
  return amountOn({ rail: rail ?? "ledger" }, Number(amountAtomic), language);
}

/** The sentence about the price, now or after payment. */
function becomes(money: Money, say: Say): readonly string[] {
  const { held, payee, asked, missing, rail, balance, condition } = money;
  const price = saidIn(rail, held, say);
  const unasked = balance
    ? say`${price} of your ${saidIn(rail, balance, say)} is held.`
    : say`${price} is held from your balance.`;
  const leaves =
    asked || missing || rail ? say`Once you pay, ${price} is held.` : unasked;
  const earns = payee
    ? say`${payee} is paid after signing the receipt for this: ${condition}`
    : say`The recipient is paid after creating an account here and signing the receipt for this: ${condition}`;
  const { returnsAfterDays: days, arbiter } = money;
  return [
    `${leaves} ${earns}`,
    say.many(
      days,
    )`If that doesn't happen within a day, you get it back automatically.|If that doesn't happen within # days, you get it back automatically.`,
    ...(arbiter === undefined ? [] : [arbiterWords(arbiter, say)]),
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
