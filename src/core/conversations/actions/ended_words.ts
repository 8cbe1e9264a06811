import { denialOf } from "../../review/rule_ids.ts";
import type { Conversation } from "../model/model.ts";

const ENDED: Readonly<Record<string, string>> = {
  completed: "It is completed.",
  canceled: "It was canceled.",
  failed: "It failed.",
  rejected: "It was declined.",
};

/** What a code adds to the state; the others only repeat it. */
const WHY: Readonly<Record<string, string>> = {
  declined: "A recipient declined it.",
  hold_expired: "The hold of the price ended.",
  payment_not_completed: "Nobody paid in time.",
  all_deliveries_failed: "No mail reached those whom it was for.",
};

/** How it ended, and why where the service says so; what people wrote stands apart. Pure. */
export function endedWords({
  state,
  stateReason,
  stateReasonBy,
}: Conversation): string {
  const code = stateReasonBy === null ? (stateReason ?? "") : "";
  const ended = ENDED[state] ?? "It is closed.";
  if (state !== "rejected") {
    const why = WHY[code];
    return why === undefined ? ended : `${ended} ${why}`;
  }
  const denial = denialOf(code);
  return denial === undefined
    ? ended
    : `The security review denied it, and nothing was sent. ${denial}`;
}
