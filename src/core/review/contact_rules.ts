import { phrase } from "../base/words/say.ts";
import type { ActingFacts } from "./facts.ts";
import type { Rule } from "./rule.ts";

/** The privileges that a change of a contact grants. */
export interface ContactFacts extends ActingFacts {
  readonly address: string;
  /** True if they would need neither acceptance nor price. */
  readonly letsIn: boolean;
  /** True if they could write again after a block. */
  readonly unblocks: boolean;
  /** True if their contact type would be closer, with its price. */
  readonly isCloser: boolean;
}

/** Rules for granting a contact privilege; taking one away needs no review. */
export const CONTACT_RULES: readonly Rule<ContactFacts>[] = [
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`Waiving approval and price for someone needs approval.`,
    about: ({ address }) => address,
    applies: ({ letsIn }) => letsIn,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`Unblocking someone needs approval.`,
    about: ({ address }) => address,
    applies: ({ unblocks }) => unblocks,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`Upgrading a contact needs approval.`,
    about: ({ address }) => address,
    applies: ({ isCloser }) => isCloser,
  },
];
