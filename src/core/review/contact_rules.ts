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
    reason: phrase`The agent may not by itself let somebody in without your acceptance and your price.`,
    about: ({ address }) => address,
    applies: ({ letsIn }) => letsIn,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`The agent may not by itself let somebody in whom you block.`,
    about: ({ address }) => address,
    applies: ({ unblocks }) => unblocks,
  },
  {
    id: "R-GRANT",
    outcome: "needs_person",
    reason: phrase`The agent may not by itself make somebody a closer contact.`,
    about: ({ address }) => address,
    applies: ({ isCloser }) => isCloser,
  },
];
