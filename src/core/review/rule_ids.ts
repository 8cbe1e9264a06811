import { ACCEPT_RULES } from "./accept_rules.ts";
import { CONTACT_RULES } from "./contact_rules.ts";
import {
  ACCEPTANCE_RULES,
  ADDED_RULES,
  CANCEL_RULES,
  OUTWARD_RULES,
  PAYMENT_RULES,
  RAISE_RULES,
  SUBMIT_RULES,
} from "./rules.ts";

const ALL: readonly { readonly id: string }[] = [
  ...SUBMIT_RULES,
  ...ADDED_RULES,
  ...OUTWARD_RULES,
  ...CANCEL_RULES,
  ...CONTACT_RULES,
  ...PAYMENT_RULES,
  ...RAISE_RULES,
  ...ACCEPTANCE_RULES,
  ...ACCEPT_RULES,
];

/** The id of every rule of the security review (docs/review_rules.md). */
export const RULE_IDS: readonly string[] = [...new Set(ALL.map((it) => it.id))];
