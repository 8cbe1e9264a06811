import type { QueryCall } from "../access/context.ts";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, flag, integer } from "../base/schemas.ts";
import { perDatabase } from "../db/per_database.ts";
import type { TrialBalance } from "../payments/ledger.ts";
import { trialBalance } from "../payments/ledger.ts";
import { newestUpkept, Upkept } from "../verify/upkept.ts";

/** Says whether the database answers and the ledger balances. */
export const getHealth = defineQuery({
  name: "get_health",
  title: "Check the service",
  description:
    "Whether the database answers and the ledger sums to zero, and how late the service was of late, and whether its clock is trusted.",
  access: ANYONE,
  input: closed({}),
  output: closed({
    ok: flag("True if nothing is wrong."),
    ledger: closed({
      sum: integer("All entries; zero if right."),
      drifted: integer("Accounts whose balance is not their entries."),
    }),
    verified: described(
      Upkept,
      "The newest verification of all that is stored; null if there was none yet.",
    ),
    backup: described(
      Upkept,
      "The newest backup by the schedule; null if there was none yet.",
    ),
    loop: closed({
      late: integer(
        `How often requests of others had to wait for more than ${LIMITS.loopLateMs} ms, in the last two minutes at most.`,
      ),
      longestMs: integer("The longest of these waits."),
    }),
    clock: closed({
      aheadSeconds: integer(
        "How far the clock has jumped ahead; what time ends waits then. 0 if it is trusted.",
      ),
      waitsSeconds: integer("How long what time ends waits yet."),
    }),
  }),
  async run(_input, call) {
    const { entries, balances, drifted } = await recentTrial(call);
    const verified = await newestUpkept(call, "verify");
    const backup = await newestUpkept(call, "backup");
    const balance = entries === 0 && balances === 0 && drifted === 0;
    const ok = balance && verified?.ok !== false;
    const { times, longestMs } = call.lateness();
    const doubt = call.clockDoubt();
    return {
      ok,
      verified,
      backup,
      ledger: { sum: entries, drifted },
      loop: { late: times, longestMs },
      clock: {
        aheadSeconds: seconds(doubt?.aheadMs),
        waitsSeconds: seconds(doubt?.waitsMs),
      },
    };
  },
});

const seconds = (ms = 0) => Math.round(ms / 1_000);

interface Trial {
  readonly at: number;
  readonly result: Promise<TrialBalance>;
}

const trials = perDatabase<{ last?: Trial }>(() => ({}));

/** Anybody may ask, and a trial reads the whole ledger: so it is kept a while. */
function recentTrial(call: QueryCall): Promise<TrialBalance> {
  const kept = trials(call.db);
  if (kept.last && call.now - kept.last.at < LIMITS.healthKeptMs) {
    return kept.last.result;
  }
  const result = trialBalance(call);
  kept.last = { at: call.now, result };
  return result;
}
