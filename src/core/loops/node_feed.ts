import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import type { Database } from "../db/database.ts";
import type { CountedCalls, Wake } from "../db/nodes/feed.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";

/**
 * Publishes here what other nodes have published, in the order of their commits, so that this
 * node's streams and waiting calls get it, and counts the calls they admitted
 * (docs/operations.md, Several nodes).
 */
export function followNodes(services: Services): void {
  const { db, rates, clock } = services;
  const ears = {
    wakes: (wakes: readonly Wake[] | null) => wake(services, wakes),
    calls: (calls: CountedCalls) => rates.hear(calls, clock()),
  };
  if (rates.untold) db.follower?.connect(ears, rates.untold);
}

function wake(services: Services, wakes: readonly Wake[] | null): void {
  // A changed access has a record in its account's chain.
  const changed = wakes && new Set(wakes);
  forgetPrincipals(
    services,
    (it) => !changed || ("accountId" in it && changed.has(it.accountId)),
  );
  const { bus } = services;
  if (wakes === null) bus.publishAll();
  else for (const key of wakes) bus.publish(key);
}

/**
 * Reads other nodes' commits, and reports the calls admitted here; no loops if the process
 * owns the file.
 */
export function nodeFeedLoops({ db, log }: Services): readonly Loop[] {
  const { follower } = db;
  if (!follower) return [];
  const failed = (error: unknown) => log.error("node_feed.failed", error);
  const look = () => follower.look();
  return [
    new Loop({ everyMs: LIMITS.nodeFeedSoonMs, pass: look, failed }),
    new Loop({ everyMs: LIMITS.nodeTellMs, pass: () => tellCalls(db), failed }),
  ];
}

/** Each commit carries the unreported calls; without one, a commit is made. */
export async function tellCalls({ follower, commit }: Database): Promise<void> {
  if (follower?.hasToTell) await commit([follower.pruning()]);
}

/** Deletes what every node has read. */
export function nodeFeedPruning({ db, log }: Services): readonly Loop[] {
  const { follower } = db;
  if (!follower) return [];
  return [
    new Loop({
      everyMs: LIMITS.nodeFeedPruneMs,
      pass: () => db.commit([follower.pruning()]),
      failed: (error) => log.error("node_feed.failed", error),
    }),
  ];
}
