import { phrase } from "../base/words/say.ts";
import { aboutText } from "./about_words.ts";
import type { ActingFacts } from "./facts.ts";
import type { Rule } from "./rule.ts";

/** The facts of an act by a recipient that accepts a request. */
export interface AcceptFacts extends ActingFacts {
  readonly accepts: boolean;
  /** True with the scope `decisions:write`. */
  readonly mayAccept: boolean;
  /** The owner's limits on acceptance that the request exceeds. */
  readonly beyondAccept: readonly ("maxPrice" | "contactTypes" | "senders")[];
}

/** Rules for acts that also accept a request. */
export const ACCEPT_RULES: readonly Rule<AcceptFacts>[] = [
  {
    id: "R-ACCEPT",
    outcome: "needs_person",
    reason: phrase`Accepting requests needs approval.`,
    applies: ({ accepts, mayAccept }) => accepts && !mayAccept,
  },
  {
    id: "R-ACCEPT-LIMIT",
    outcome: "needs_person",
    reason: phrase`The request is beyond what may be accepted without approval.`,
    about: ({ beyondAccept }) =>
      beyondAccept.map((limit) => aboutText(limit)).join(", "),
    applies: ({ accepts, beyondAccept }) => accepts && beyondAccept.length > 0,
  },
];
