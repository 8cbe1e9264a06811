import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { denialOf } from "../../../review/rule_ids.ts";
import type { Conversation } from "../model.ts";

const ENDED: Readonly<Record<string, string>> = {
  completed: phrase`Completed.`,
  canceled: phrase`Canceled.`,
  failed: phrase`Failed.`,
  rejected: phrase`Declined.`,
};

const CLOSED = phrase`Closed.`;

/** Codes that add to the state; the others only repeat it. */
const WHY: Readonly<Record<string, string>> = {
  declined: phrase`A recipient declined it.`,
  hold_expired: phrase`The hold on the price expired.`,
  payment_not_completed: phrase`It wasn't paid in time.`,
  terms_refused: phrase`The payee's service asks for a payment that differs from its signed card or can't be made from here. Nothing was paid.`,
  price_returned: phrase`The price was returned to the sender.`,
  all_deliveries_failed: phrase`The message reached none of the recipients.`,
};

/** How it ended, and the service's reason; people's words are shown separately. Pure. */
export function endedWords(
  { state, stateReason, stateReasonBy }: Conversation,
  say: Say,
): string {
  const code = stateReasonBy === null ? (stateReason ?? "") : "";
  const ended = say.of(ENDED[state] ?? CLOSED);
  if (state !== "rejected") {
    const why = WHY[code];
    return why === undefined ? ended : `${ended} ${say.of(why)}`;
  }
  const denial = denialOf(code);
  return denial === undefined
    ? ended
    : say`The security review denied it, so nothing was sent. ${say.of(denial)}`;
}
