import type { Preview } from "./preview_schema.ts";

type Told = Omit<Preview, "sentences">;
type Money = NonNullable<Preview["money"]>;

/**
 * The sentences that a person reads before they send, or why it cannot be sent. Only
 * addresses in them come from others. `isUnwritten` is for a draft that lacks only its
 * text. Pure.
 */
export function sentencesOf(
  told: Told,
  isUnwritten: boolean,
): readonly string[] {
  const { recipients, money, asks, problems } = told;
  const why = problems.map(({ detail }) => detail);
  if (why.length > 0 && !isUnwritten) return why;
  return [
    ...why,
    ...addresses(recipients, ["nobody_here"]).map(
      (address) => `Nobody has the address ${address}: nobody reads it.`,
    ),
    ...asks.map(({ detail }) => `Your person is asked first: ${detail}`),
    ...(money ? waits(money) : []),
    ...readers(told),
    ...(money ? becomes(money) : []),
  ];
}

/** Why nothing is delivered before it is paid. */
function waits({
  payee,
  asked,
  rail,
  balance,
  missing,
}: Money): readonly string[] {
  const late = "it waits for payment and is not delivered before.";
  return [
    ...(asked ? [`${payee} asks ${asked.amount} USDC: ${late}`] : []),
    ...(rail && !asked ? [`A wallet pays in USDC: ${late}`] : []),
    ...(balance && missing
      ? [`Your balance is ${balance.amount} USDC: ${late}`]
      : []),
  ];
}

function readers({ recipients, outcome, money }: Told): readonly string[] {
  const here = addresses(recipients, ["account", "service"]);
  const outside = addresses(recipients, ["invite"]);
  const isUnpaid =
    money?.asked !== undefined ||
    money?.missing !== undefined ||
    money?.rail !== undefined;
  const isLater = isUnpaid || outcome === "waits_for_payment";
  const start = isLater
    ? "Once it is paid, "
    : outcome === "asks_person"
      ? "Once your person approves, "
      : "";
  const hidden = recipients.some(({ role }) => role === "bcc");
  const sentences: string[] = [];
  if (here.length > 0) {
    const gets = here.length === 1 ? "gets" : "get";
    const when = start === "" ? " at once" : "";
    sentences.push(
      `${start}${listed(here)} ${gets} the message and its files${when}.`,
    );
  }
  if (outside.length > 0) {
    const isOne = outside.length === 1;
    sentences.push(
      `${start}${listed(outside)} ${isOne ? "gets" : "get"} a short invitation by mail, without your text, and ${isOne ? "reads" : "read"} the message here.`,
    );
  }
  if (here.length + outside.length > 1) {
    sentences.push(
      hidden
        ? "Everyone sees the others, but not the hidden copies."
        : "Everyone sees who else gets it.",
    );
  }
  return sentences;
}

/** The sentence about the price, now or once it is paid. */
function becomes(money: Money): readonly string[] {
  const { held, payee, asked, missing, rail, balance, condition } = money;
  const price = `${held.amount} USDC`;
  const of = balance ? ` of ${balance.amount} USDC` : "";
  const leaves =
    asked || missing || rail
      ? `Once you pay, ${price} is held.`
      : `${price} leaves your balance${of} and is held.`;
  const who = payee ?? "The recipient";
  const account = payee ? "" : ", which takes an account here";
  const { returnsAfterDays: days } = money;
  return [
    `${leaves} ${who} gets it after signing the receipt for this${account}: ${condition}`,
    `If that does not happen within ${days === 1 ? "a day" : `${days} days`}, it comes back to you by itself.`,
  ];
}

function addresses(
  recipients: Told["recipients"],
  hows: readonly string[],
): readonly string[] {
  return recipients
    .filter(({ how }) => hows.includes(how))
    .map(({ address }) => address);
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

function listed(names: readonly string[]): string {
  return LIST.format(names);
}
