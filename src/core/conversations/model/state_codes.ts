import { RULE_IDS } from "../../review/rule_ids.ts";

/** Why a conversation is in its state, where the service says it (docs/states.md). */
export const STATE_CODES: readonly string[] = [
  "approval_needed",
  "input_needed",
  "payment_required",
  "below_recipient_price",
  "price_raised",
  "price_declined",
  "cancel_requested",
  "cancel_declined",
  "cancel_expired",
  "cancel_superseded",
  "checkpoint_expired",
  "decided",
  "superseded",
  "declined",
  "hold_expired",
  "payment_not_completed",
  "all_deliveries_failed",
  // What denied it: a submit that is refused is rejected with the rule's id.
  ...RULE_IDS,
];
