import type { Actor } from "../../access/actor.ts";
import type { RuleId } from "../../review/rule.ts";
import { RULE_IDS } from "../../review/rule_ids.ts";

const CODES = [
  "approval_needed",
  "approval_expired",
  "input_needed",
  "answered",
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
  "acceptance_missed",
  "deadline_missed",
  "dispute_settled",
  "dispute_lapsed",
  "payment_not_completed",
  "terms_refused",
  "price_returned",
  "all_deliveries_failed",
] as const;

/** A refused submit is rejected with the id of the rule that denied it. */
export type StateCode = (typeof CODES)[number] | RuleId;

/** The service's codes for why a conversation is in its state (docs/states.md). */
export const STATE_CODES: readonly string[] = [...CODES, ...RULE_IDS];

/** Why a conversation came into its state: a code, or words and their author. */
export type StateReason =
  | { readonly reason?: StateCode | null; readonly reasonBy?: undefined }
  | { readonly reason: string; readonly reasonBy: Actor };
