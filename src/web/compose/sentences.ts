import type { Resolved } from "../api/types.ts";
import { conditionWords } from "../ui/words.ts";
import { askedPrice, isNobody } from "./resolved.ts";
import type { Written } from "./written.ts";
import { isPriced } from "./written.ts";

/** What is known of the person who sends. */
export interface Circumstances {
  /** USDC that they can spend. */
  readonly balance: string | undefined;
  /** The domain of addresses here. */
  readonly ownDomain: string | undefined;
}

/** What sending does: who reads what, and what becomes of the money. Pure. */
export function sentencesOf(
  written: Written,
  all: readonly Resolved[],
  { balance, ownDomain }: Circumstances,
): readonly string[] {
  const nobody = all.filter((it) => isNobody(it, ownDomain));
  const resolved = all.filter((it) => !nobody.includes(it));
  const terms = termsOf(written, resolved, balance);
  const waits = terms.waits.length > 0;
  return [
    ...nobody.map(
      ({ address }) =>
        `Nobody has the address ${address}: ${isPriced(written) ? "no price can be offered to it" : "nobody reads it"}.`,
    ),
    ...terms.refused,
    ...terms.waits,
    ...readers(written, resolved, waits),
    ...(terms.price === undefined ? [] : money(written, terms, balance)),
  ];
}

interface Terms {
  /** What is held in the end, in USDC; undefined for nothing. */
  readonly price: string | undefined;
  readonly payee: Resolved | undefined;
  /** Why nothing is delivered before it is paid. */
  readonly waits: readonly string[];
  /** Why it cannot be sent like this. */
  readonly refused: readonly string[];
}

/** The first account in `to` is paid: what is offered, or else what they ask. */
function termsOf(
  written: Written,
  resolved: readonly Resolved[],
  balance: string | undefined,
): Terms {
  const payee = resolved.find(
    ({ gnesi, address }) =>
      gnesi && written.to.some((it) => it.toLowerCase() === address),
  );
  const asks = (it: Resolved) =>
    askedPrice(it, it.contactType ?? written.contactType);
  const asked = payee && asks(payee);
  const offered = isPriced(written) ? Number(written.price) : 0;
  const isBelow = asked !== undefined && Number(asked) > offered;
  const price = isBelow ? asked : offered > 0 ? written.price : undefined;
  const isShort =
    balance !== undefined &&
    price !== undefined &&
    Number(balance) < Number(price);
  return {
    price,
    payee,
    waits: [
      ...(payee && isBelow
        ? [
            `${nameOf(payee)} asks ${asked} USDC: it waits for payment and is not delivered before.`,
          ]
        : []),
      ...(isShort
        ? [
            `Your balance is ${balance} USDC: it waits for payment and is not delivered before.`,
          ]
        : []),
    ],
    refused: resolved
      .filter((it) => it.gnesi && it !== payee && asks(it) !== undefined)
      .map(
        (it) =>
          `${nameOf(it)} asks ${asks(it)} USDC, and only the first recipient is paid: it cannot be sent like this. Write to them alone.`,
      ),
  };
}

function readers(
  { bcc }: Written,
  resolved: readonly Resolved[],
  waits: boolean,
): readonly string[] {
  const here = resolved.filter(({ gnesi }) => gnesi);
  const outside = resolved.filter(({ gnesi }) => !gnesi);
  const sentences: string[] = [];
  const start = waits ? "Once it is paid, " : "";
  if (here.length > 0) {
    sentences.push(
      `${start}${listed(here.map(nameOf))} ${here.length === 1 ? "gets" : "get"} the message and its files${waits ? "" : " at once"}.`,
    );
  }
  if (outside.length > 0) {
    const [gets, reads] =
      outside.length === 1 ? ["gets", "reads"] : ["get", "read"];
    sentences.push(
      `${start}${listed(outside.map(({ address }) => address))} ${gets} a short invitation by mail, without your text, and ${reads} the message here.`,
    );
  }
  if (resolved.length > 1) {
    sentences.push(
      bcc.length > 0
        ? "Everyone sees the others, but not the hidden copies."
        : "Everyone sees who else gets it.",
    );
  }
  return sentences;
}

/** What becomes of the price, now or once it is paid. */
function money(
  { release, action }: Written,
  { price, payee, waits }: Terms,
  balance: string | undefined,
): readonly string[] {
  const who = payee ? nameOf(payee) : "the recipient";
  const releaseAction = { type: "text" as const, text: action.trim() };
  const condition = conditionWords(
    { release, ...(release === "converted" && { releaseAction }) },
    who,
  );
  const leaves =
    waits.length > 0
      ? `Once you pay, ${price} USDC is held.`
      : `${price} USDC leaves your balance${balance ? ` of ${balance} USDC` : ""} and is held.`;
  return [
    `${leaves} ${payee ? who : "The recipient"} gets it once ${condition} and signs the receipt${payee ? "" : ", which takes an account here"}.`,
    "If that does not happen within the time of the hold, usually 7 days, it comes back to you by itself.",
  ];
}

function nameOf({ displayName, address }: Resolved): string {
  return displayName || address;
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

function listed(names: readonly string[]): string {
  return LIST.format(names);
}
