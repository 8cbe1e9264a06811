import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";

/**
 * Publishes here what other nodes have published, in the order of their commits, so that
 * streams and waiting calls of this node hear of it (docs/operations.md, Several nodes).
 */
export function followNodes(services: Services): void {
  const { db, bus } = services;
  db.follower?.listen((wakes) => {
    // Whose access was changed has a record of it in the chain of the account.
    const changed = wakes && new Set(wakes);
    forgetPrincipals(
      services,
      (it) => !changed || ("accountId" in it && changed.has(it.accountId)),
    );
    if (!wakes) return bus.publishAll();
    for (const key of wakes) bus.publish(key);
  });
}

/** Looks for what other nodes have committed; nothing where the process owns the file. */
export function nodeFeedLoop({ db, log }: Services): readonly Loop[] {
  const { follower } = db;
  if (!follower) return [];
  return [
    new Loop({
      everyMs: LIMITS.nodeFeedMs,
      pass: () => follower.look(),
      failed: (error) => log.error("node_feed.failed", error),
    }),
  ];
}

/** Forgets what every node has read. */
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
