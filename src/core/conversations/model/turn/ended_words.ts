import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import { denialOf } from "../../../review/rule_ids.ts";
import type { Conversation } from "../model.ts";
import { undeliveredWords } from "./undelivered_words.ts";

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
  acceptance_missed: phrase`It wasn't accepted in time.`,
  deadline_missed: phrase`The deadline passed before the condition was met.`,
  dispute_settled: phrase`The dispute about the price was settled.`,
  dispute_lapsed: phrase`The dispute was not settled in time, so the price went back.`,
  payment_not_completed: phrase`It wasn't paid in time.`,
  terms_refused: phrase`The payee's service asks for a payment that differs from its signed card or can't be made from here. Nothing was paid.`,
  price_returned: phrase`The price was returned to the sender.`,
  all_deliveries_failed: phrase`The message reached none of the recipients.`,
};

const LOST = "all_deliveries_failed";

/** Everybody learns the cause of an addressee: a blind copy has none for others. */
function firstCause(
  participants: Conversation["participants"],
  say: Say,
): string | undefined {
  const addressees = participants.filter(({ role }) => role === "to");
  const causes = addressees.flatMap((it) => undeliveredWords(it, say) ?? []);
  return causes[0]?.detail;
}

/** How it ended, and the service's reason; people's words are shown separately. Pure. */
export function endedWords(
  { state, stateReason, stateReasonBy, participants }: Conversation,
  say: Say,
): string {
  const code = stateReasonBy === null ? (stateReason ?? "") : "";
  const ended = say.of(ENDED[state] ?? CLOSED);
  if (state !== "rejected") {
    const why = WHY[code];
    const lost = code === LOST ? firstCause(participants, say) : undefined;
    return [ended, why && say.of(why), lost].filter((it) => it).join(" ");
  }
  const denial = denialOf(code);
  return denial === undefined
    ? ended
    : say`The security review denied it, so nothing was sent. ${say.of(denial)}`;
}
