import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";

/** Why an agent elsewhere can't be paid for what it asks, or is offered. */
export type Unpayable =
  | "no_chain"
  | "unsigned"
  | "unpinned"
  | "no_escrow"
  | "set_already";

/** The reasons as clauses of a sentence. */
export const WHY_UNPAYABLE: Readonly<Record<Unpayable, Sentence>> = {
  no_chain: told`this service holds no money on a chain`,
  unsigned: told`the agent's card isn't signed by its own service, so nothing proves whose wallet would be paid`,
  unpinned: told`the agent's signed card names no wallet on the chain of this service`,
  no_escrow: told`the agent asks for a direct payment, or one on another chain, and this service only pays into the escrow of its own chain`,
  set_already: told`an agent at another service can set a price only once, and only in a request to it alone`,
};

/** Why an agent can't be paid at all; undefined if its card pins a wallet here. Pure. */
export function unpayable(
  {
    signature,
    payout,
  }: { readonly signature: string; readonly payout: string | null },
  chain: object | null,
): Unpayable | undefined {
  if (!chain) return "no_chain";
  if (signature !== "valid") return "unsigned";
  return payout === null ? "unpinned" : undefined;
}
