import type { Resolved } from "../api/types.ts";
import { conditionWords } from "../ui/words.ts";
import { askedPrice } from "./resolved.ts";
import type { Written } from "./written.ts";
import { isPriced } from "./written.ts";

/** What sending does: who reads what, and what becomes of the money. Pure. */
export function sentencesOf(
  written: Written,
  resolved: readonly Resolved[],
  balance: string | undefined,
): readonly string[] {
  return [...readers(written, resolved), ...money(written, resolved, balance)];
}

function readers(
  { bcc }: Written,
  resolved: readonly Resolved[],
): readonly string[] {
  const here = resolved.filter(({ gnesi }) => gnesi);
  const outside = resolved.filter(({ gnesi }) => !gnesi);
  const sentences: string[] = [];
  if (here.length > 0) {
    const names = here.map(
      ({ displayName, address }) => displayName || address,
    );
    sentences.push(
      `${listed(names)} ${here.length === 1 ? "gets" : "get"} the message and its files at once.`,
    );
  }
  if (outside.length > 0) {
    const [gets, reads] =
      outside.length === 1 ? ["gets", "reads"] : ["get", "read"];
    sentences.push(
      `${listed(outside.map(({ address }) => address))} ${gets} a short invitation by mail, without your text, and ${reads} the message here.`,
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

function money(
  written: Written,
  resolved: readonly Resolved[],
  balance: string | undefined,
): readonly string[] {
  const sentences: string[] = [];
  const offered = isPriced(written) ? Number(written.price) : 0;
  const payee = resolved.find(
    ({ gnesi, address }) =>
      gnesi && written.to.some((it) => it.toLowerCase() === address),
  );
  const who = payee ? payee.displayName || payee.address : "the recipient";
  if (offered > 0) {
    const action = { type: "text" as const, text: written.action.trim() };
    const condition = conditionWords(
      {
        release: written.release,
        ...(written.release === "converted" && { releaseAction: action }),
      },
      who,
    );
    const isShort = balance !== undefined && Number(balance) < offered;
    if (isShort) {
      sentences.push(
        `Your balance is ${balance} USDC: it waits for payment and is not delivered.`,
      );
    }
    sentences.push(
      `${written.price} USDC leaves your balance${balance && !isShort ? ` of ${balance} USDC` : ""} and is held. ${who} gets it once ${condition} and signs the receipt.`,
      "If that does not happen within the time of the hold, usually 7 days, it comes back to you by itself.",
    );
  }
  for (const it of resolved) {
    const asks = askedPrice(it, it.contactType ?? written.contactType);
    if (asks !== undefined && Number(asks) > offered) {
      sentences.push(
        `${it.displayName || it.address} asks ${asks} USDC: with less, it waits for payment and is not delivered.`,
      );
    }
  }
  return sentences;
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

function listed(names: readonly string[]): string {
  return LIST.format(names);
}
