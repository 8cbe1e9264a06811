import type { Static } from "typebox";
import { Type } from "typebox";
import type { RecordCounts } from "../../../../packages/verify/src/track_record/count_record.ts";
import {
  countRecord,
  RECORD_DAYS,
} from "../../../../packages/verify/src/track_record/count_record.ts";
import type { QueryCall } from "../../access/context.ts";
import { labelOf } from "../../base/money.ts";
import { Word } from "../../base/own_words.ts";
import { closed, integer, nullable, timestamp } from "../../base/schemas.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, showTime } from "../../base/time.ts";
import type { Say } from "../../base/words/say.ts";
import type { Agent } from "../agent_store.ts";
import type { AgentCard } from "../card.ts";
import { trackRecordStore } from "./track_record_store.ts";

/** The paid work of an account, counted from the records. */
export const TrackRecordSchema = closed({
  text: Word("own", "The same in words."),
  completed: integer("Paid jobs; one payer counts once a month."),
  payers: integer("Different payers."),
  withDeadline: integer("Jobs with a deadline, the missed ones, too."),
  onTime: integer("Of those, the ones whose condition was met by then."),
  disputed: integer("Jobs that a payer disputed, without those withdrawn."),
  refunded: integer("Completed ones of which something was given back."),
  acceptSeconds: nullable(
    integer("Median seconds from a request to its acceptance; null if none."),
  ),
  label: Type.Optional(Word("own", "TEST for test money.")),
  from: timestamp("Counted from here."),
  until: timestamp("Counted up to here: the log was signed then."),
  logSize: integer("Size of the transparency log that covers all of it."),
});
export type TrackRecord = Static<typeof TrackRecordSchema>;

/**
 * The track record of an account that shows one; undefined while too little was done. It
 * changes once a day: it is counted up to the last signed log of the day before.
 */
export async function trackRecordOf(
  call: QueryCall,
  { accountId, showsRecord }: Pick<Agent, "accountId" | "showsRecord">,
): Promise<TrackRecord | undefined> {
  if (!showsRecord) return undefined;
  const store = trackRecordStore(call.db);
  const log = await store.logBefore(call.now - (call.now % DAY_MS));
  if (!log) return undefined;
  const until = log.signedAt;
  const from = until - RECORD_DAYS * DAY_MS;
  const [rail = "ledger"] = call.settings.rails;
  const counts = countRecord(
    await store.jobs({ accountId, rail, from, until }),
  );
  if (!counts) return undefined;
  const { acceptMs, ...numbers } = counts;
  return {
    text: recordText(counts, call.say),
    ...numbers,
    acceptSeconds: acceptMs === null ? null : Math.round(acceptMs / 1_000),
    ...labelOf(rail),
    from: showTime(from),
    until: showTime(until),
    logSize: log.size,
  };
}

/** A card with the account's track record, if it shows one. */
export function withRecord(
  card: AgentCard,
  record: TrackRecord | undefined,
): AgentCard {
  if (!record) return card;
  const { capabilities } = card;
  // A card has no reader whose language is known.
  const { text: _words, ...params } = record;
  const own = {
    uri: "urn:conversation-inbox:track-record:v1",
    description: "What the account has done for money, counted from records.",
    params,
  };
  const extensions = [...(capabilities.extensions ?? []), own];
  return { ...card, capabilities: { ...capabilities, extensions } };
}

/** A record in a line of words, for people. */
function recordText(counts: RecordCounts, say: Say): string {
  const { completed, payers, withDeadline, onTime, refunded } = counts;
  const { acceptMs, disputed } = counts;
  const jobs = say.many(completed)`# paid job|# paid jobs`;
  const people = say.many(payers)`# payer|# payers`;
  return [
    say`${jobs} for ${people} in a year`,
    ...(withDeadline === 0 ? [] : [say`${onTime} of ${withDeadline} on time`]),
    refunded === 0
      ? say`none refunded`
      : say.many(refunded)`# refunded|# refunded`,
    ...(disputed === 0 ? [] : [say.many(disputed)`# disputed|# disputed`]),
    ...(acceptMs === null ? [] : [acceptText(acceptMs, say)]),
  ].join(" · ");
}

function acceptText(ms: number, say: Say): string {
  const within = (unit: number) => Math.max(1, Math.ceil(ms / unit));
  if (ms < HOUR_MS) {
    return say.many(
      within(MINUTE_MS),
    )`usually accepts within # minute|usually accepts within # minutes`;
  }
  return ms <= 2 * DAY_MS
    ? say.many(
        within(HOUR_MS),
      )`usually accepts within # hour|usually accepts within # hours`
    : say.many(
        within(DAY_MS),
      )`usually accepts within # day|usually accepts within # days`;
}
