import { ACCEPT_RULES } from "./accept_rules.ts";
import { CONTACT_RULES } from "./contact_rules.ts";
import type { Rule } from "./rule.ts";
import {
  ACCEPTANCE_RULES,
  ADDED_RULES,
  CANCEL_RULES,
  OUTWARD_RULES,
  PAYMENT_RULES,
  PROPOSAL_RULES,
  RAISE_RULES,
  SUBMIT_RULES,
} from "./rules.ts";

const ALL: readonly Pick<Rule<never>, "id" | "outcome" | "reason">[] = [
  ...SUBMIT_RULES,
  ...ADDED_RULES,
  ...OUTWARD_RULES,
  ...CANCEL_RULES,
  ...CONTACT_RULES,
  ...PAYMENT_RULES,
  ...RAISE_RULES,
  ...PROPOSAL_RULES,
  ...ACCEPTANCE_RULES,
  ...ACCEPT_RULES,
];

/** The id of every rule of the security review (docs/review_rules.md). */
export const RULE_IDS: readonly string[] = [...new Set(ALL.map((it) => it.id))];

/** The reasons of a rule's rows, longest first. */
export function reasonsOf(id: string): readonly string[] {
  return ALL.filter((it) => it.id === id)
    .map(({ reason }) => reason)
    .toSorted((one, other) => other.length - one.length);
}

/** The sentence by which a rule denies; empty for an id that denies nothing. */
export function denialOf(id: string): string | undefined {
  return ALL.find((it) => it.id === id && it.outcome === "deny")?.reason;
}
