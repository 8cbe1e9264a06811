import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { HOUR_MS } from "../base/time.ts";
import type { Due } from "../conversations/acts/store/due_store.ts";
import { dueStore } from "../conversations/acts/store/due_store.ts";
import { announceHoldEnd } from "../operations/announce_hold_end.ts";
import { cancelUnpaid } from "../operations/cancel_unpaid.ts";
import { escalateCheckpoint } from "../operations/escalate_checkpoint.ts";
import { expireCheckpoint } from "../operations/expire_checkpoint.ts";
import { expireHold } from "../operations/expire_hold.ts";
import { keepDeadline } from "../operations/keep_deadline.ts";
import { makeLogCheckpoint } from "../operations/make_log_checkpoint.ts";
import { pruneExpired } from "../operations/prune_expired.ts";
import { wakeConversation } from "../operations/wake_conversation.ts";
import type { Services } from "../pipeline/call.ts";
import { outputOf } from "../pipeline/call.ts";
import type { ClockWatch, Until } from "./clock_watch.ts";
import { DUE_DRAFTS } from "./due_drafts.ts";
import type { Duty } from "./duty.ts";
import { asOperator, clock, doDue } from "./duty.ts";

const ofConversation = ({ conversationId }: Due) => ({ conversationId });

/** The clock's tasks in conversations, in this order. */
const DUTIES: readonly Duty[] = [
  DUE_DRAFTS,
  {
    operation: expireCheckpoint,
    find: (db, now, after) => dueStore(db).checkpoints(now, after),
    input: ({ conversationId, id }) => ({ conversationId, checkpointId: id }),
  },
  {
    operation: escalateCheckpoint,
    find: (db, now, after) => dueStore(db).unanswered(now, after),
    input: ({ conversationId, id }) => ({ conversationId, checkpointId: id }),
  },
  {
    operation: expireHold,
    find: (db, now, after) => dueStore(db).holds(now, after),
    input: ofConversation,
  },
  {
    operation: keepDeadline,
    find: (db, now, after) => dueStore(db).deadlines(now, after),
    input: ofConversation,
  },
  {
    operation: announceHoldEnd,
    find: (db, now, after) =>
      dueStore(db).endings(now + LIMITS.holdNoticeHours * HOUR_MS, after),
    input: ofConversation,
  },
  {
    operation: wakeConversation,
    find: (db, now, after) => dueStore(db).toWake(now, after),
    input: ({ conversationId, id }) => ({ conversationId, accountId: id }),
  },
  {
    operation: cancelUnpaid,
    find: (db, now, after) =>
      dueStore(db).unpaid(now - LIMITS.fundingHours * HOUR_MS, after),
    input: ofConversation,
  },
];

/**
 * Does everything due in conversations, with one call for each. The call checks again that it
 * is due, so two nodes do nothing twice; a failure is logged and left for the next pass, and
 * the others continue.
 * @returns How many were done.
 */
export async function sweepDue(
  services: Services,
  until?: Until,
): Promise<number> {
  let done = 0;
  for (const duty of DUTIES) done += await doDue(services, duty, until);
  return done;
}

/**
 * Deletes expired rows, batch by batch until none is left.
 * @returns How many rows were deleted.
 */
export async function pruneDue(
  services: Services,
  until?: Until,
): Promise<number> {
  let gone = 0;
  while (!until?.aborted) {
    const caller = clock(services);
    const output = await outputOf(services, pruneExpired, caller, {});
    const counts = Object.values(output.removed);
    for (const count of counts) gone += count;
    if (!counts.some((count) => count >= LIMITS.pruneBatch)) break;
  }
  return gone;
}

/**
 * Signs the ends of all chains, as often as it takes to cover every record.
 * @returns How many checkpoints were made.
 */
export async function signHeads(
  services: Services,
  signal?: AbortSignal,
): Promise<number> {
  const run = asOperator(services, "log");
  let made = 0;
  while (!signal?.aborted) {
    const { created, hasMore } = await run(makeLogCheckpoint, {});
    if (created) made += 1;
    if (!hasMore) break;
  }
  return made;
}

/**
 * The clock's work while the service runs: it expires, deletes, signs. It expires and deletes
 * nothing while the clock is in doubt, because neither can be undone.
 */
export function sweeper(
  services: Services,
  watch: ClockWatch,
): readonly Loop[] {
  const { log } = services;
  return [
    new Loop({
      everyMs: LIMITS.sweepPassMs,
      pass: (signal) =>
        watch.whileTrusted(signal, (until) => sweepDue(services, until)),
      failed: (error) => log.error("sweep.failed", error),
    }),
    new Loop({
      everyMs: LIMITS.prunePassMs,
      pass: (signal) =>
        watch.whileTrusted(signal, (until) => pruneDue(services, until)),
      failed: (error) => log.error("sweep.prune_failed", error),
    }),
    new Loop({
      everyMs: LIMITS.checkpointPassMs,
      // A jump is recorded before a head is signed with its time.
      pass: (signal) =>
        watch.isTrusted().then(() => signHeads(services, signal)),
      failed: (error) => log.error("audit.checkpoint_failed", error),
    }),
  ];
}
