import type { QueryCall } from "../access/context.ts";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { keptFor } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, flag, integer, nullable } from "../base/schemas.ts";
import { withinTime } from "../base/time.ts";
import { storageErrorIn } from "../db/failure.ts";
import { perDatabase } from "../db/per_database.ts";
import { trialBalance } from "../payments/ledger.ts";
import { newestUpkept, Upkept } from "../verify/upkept.ts";

/** Answers while the process runs, with recent findings. */
export const getHealth = defineQuery({
  name: "get_health",
  title: "Check the service",
  description:
    "Check whether the ledger sums to zero, the results of the newest verification and backup, recent delays, and whether the clock is trusted. The answer is 200 as long as the process answers at all; problems are in its body.",
  access: ANYONE,
  isOfProcess: true,
  input: closed({}),
  output: closed({
    ok: flag(
      "True if the books, the verification, the backup and the clock are fine. Delayed requests alone don't make it false.",
    ),
    ledger: nullable(
      described(
        closed({
          sum: integer("All entries; zero if right."),
          drifted: integer(
            "Accounts whose balance differs from their entries.",
          ),
        }),
        "The books; null while the database doesn't answer.",
      ),
    ),
    verified: described(
      Upkept,
      "The newest verification; null if there was none yet.",
    ),
    backup: described(
      Upkept,
      "The newest scheduled backup; null if there was none yet.",
    ),
    loop: closed({
      late: integer(
        `How often requests of others had to wait for more than ${LIMITS.loopLateMs} ms, in the last two minutes at most.`,
      ),
      longestMs: integer("The longest of these waits."),
    }),
    clock: closed({
      aheadSeconds: integer(
        "How far the clock has jumped ahead; expiry waits then. 0 if it is trusted.",
      ),
      waitsSeconds: integer("How much longer expiry waits."),
    }),
  }),
  async run(_input, call) {
    const { times, longestMs } = call.lateness();
    const doubt = call.clockDoubt();
    const read = (await inTime(stored(call))) ?? UNREAD;
    return {
      ...read,
      ok: read.ok && doubt === undefined,
      loop: { late: times, longestMs },
      clock: {
        aheadSeconds: seconds(doubt?.aheadMs),
        waitsSeconds: seconds(doubt?.waitsMs),
      },
    };
  },
});

/** The answer for a database that does not respond. */
const UNREAD = { ok: false, verified: null, backup: null, ledger: null };

/** Reads the database's own state. */
async function stored(call: QueryCall) {
  const { entries, balances, drifted } = await recentTrial(call.db)(
    call.now,
    call,
  );
  const verified = await newestUpkept(call, "verify");
  const backup = await newestUpkept(call, "backup");
  const isBalanced = entries === 0 && balances === 0 && drifted === 0;
  const ok = isBalanced && verified?.ok !== false && backup?.ok !== false;
  return { ok, verified, backup, ledger: { sum: entries, drifted } };
}

/**
 * Returns undefined if the database fails or takes too long: the caller asks about the
 * process.
 */
function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const read = reading.catch((error: unknown) => {
    if (storageErrorIn(error)) return undefined;
    throw error;
  });
  return withinTime(LIMITS.readyWaitMs, read, () => undefined);
}

const seconds = (ms = 0) => Math.round(ms / 1_000);

/** The trial balance, cached for a while: anybody may ask, and it reads the whole ledger. */
const recentTrial = perDatabase(() =>
  keptFor(LIMITS.healthKeptMs, (call: QueryCall) => trialBalance(call)),
);
