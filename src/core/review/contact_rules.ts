import { phrase } from "../base/words/say.ts";
import type { ActingFacts } from "./facts.ts";
import type { Rule } from "./rule.ts";

/** The privileges that a change of a contact gives. */
export interface ContactFacts extends ActingFacts {
  readonly address: string;
  /** They would need neither acceptance nor price. */
  readonly letsIn: boolean;
  /** They could write again, which a block keeps them from. */
  readonly unblocks: boolean;
  /** They would be closer than they are, and asked the price of that. */
  readonly isCloser: boolean;
}

/** Rules before somebody gets a contact privilege; what takes one away needs nobody. */
export const CONTACT_RULES: readonly Rule<ContactFacts>[] = [
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`The agent can't waive your approval and price for someone without asking you.`,
    about: ({ address }) => address,
    applies: ({ letsIn }) => letsIn,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`The agent can't unblock someone without asking you.`,
    about: ({ address }) => address,
    applies: ({ unblocks }) => unblocks,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`The agent can't upgrade a contact without asking you.`,
    about: ({ address }) => address,
    applies: ({ isCloser }) => isCloser,
  },
];
