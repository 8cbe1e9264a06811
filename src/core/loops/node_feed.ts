import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { feedStore } from "../events/feed_store.ts";
import { forgetPrincipals } from "../identity/authenticate.ts";
import type { Services } from "../pipeline/call.ts";

/**
 * Publishes here what other nodes have committed, in their order, so that streams and
 * waiting calls of this node hear of it at once (docs/operations.md, Several nodes).
 */
export class NodeFeed {
  readonly #services: Services;
  readonly #node: string;
  #place: number | undefined;
  #prunedAt = 0;

  constructor(services: Services, node: string) {
    this.#services = services;
    this.#node = node;
  }

  /** Reads what is new; the first pass only finds where the feed ends. */
  async pass(signal?: Pick<AbortSignal, "aborted">): Promise<void> {
    const { db, bus } = this.#services;
    const store = feedStore(db);
    this.#place ??= await store.end();
    while (!signal?.aborted) {
      const page = await store.after(this.#place, this.#node);
      const wakes = page.flatMap((it) => it.wakes);
      // Whose access was changed has a record of it in the chain of the account.
      const changed = new Set(wakes.map(([key]) => key));
      forgetPrincipals(
        this.#services,
        (it) => "accountId" in it && changed.has(it.accountId),
      );
      for (const [key, about] of wakes) bus.publish(key, about);
      this.#place = page.at(-1)?.place ?? this.#place;
      if (page.length < LIMITS.nodeFeedPage) break;
    }
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock();
    if (Math.abs(now - this.#prunedAt) < LIMITS.nodeFeedPruneMs) return;
    this.#prunedAt = now;
    const before = now - LIMITS.nodeFeedKeptMs;
    await db.commit([feedStore(db).prune(before)]);
  }
}

/** The loop of a node that shares its database; none where the process owns the file. */
export function nodeFeedLoop(services: Services): readonly Loop[] {
  const { node, log } = services;
  if (node === null) return [];
  const feed = new NodeFeed(services, node);
  return [
    new Loop({
      everyMs: LIMITS.nodeFeedMs,
      pass: (signal) => feed.pass(signal),
      failed: (error) => log.error("node_feed.failed", error),
    }),
  ];
}
