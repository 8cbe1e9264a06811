import { expect, test } from "bun:test";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { TableWrites } from "../../../../src/core/db/kept/table_writes.ts";
import type { Feed, FeedRow } from "../../../../src/core/db/nodes/feed.ts";
import { Follower } from "../../../../src/core/db/nodes/follower.ts";

const STATEMENT = { sql: "select 1", args: [] };

/** A node that looks as often as its timer has it, while its clock goes on. */
function follow() {
  let now = 0;
  let place = 0;
  const reads: number[] = [];
  let waiting: FeedRow[] = [];
  const feed: Feed = {
    append: () => STATEMENT,
    prune: () => STATEMENT,
    end: async () => 0,
    async after() {
      reads.push(now);
      return waiting.splice(0);
    },
  };
  const node = { id: "here", clock: () => 0, elapsed: () => now };
  const follower = new Follower(node, feed, new TableWrites());
  return {
    tell(id: string) {
      place += 1;
      const row = { place, node: id, wakes: [], touched: {}, calls: null };
      waiting = [...waiting, row];
    },
    /** How often it has read in a time. */
    async readsIn(ms: number): Promise<number> {
      const before = reads.length;
      for (const end = now + ms; now < end; now += LIMITS.nodeFeedSoonMs) {
        await follower.look();
        // Calls of one turn share a reading.
        await new Promise(setImmediate);
      }
      return reads.length - before;
    },
  };
}

test("a node looks ten times a second, and more often for a while after others had news", async () => {
  const node = follow();
  const { nodeFeedBusyMs, nodeFeedSoonMs } = LIMITS;
  await node.readsIn(LIMITS.nodeFeedMs);
  expect(await node.readsIn(2_000)).toBe(20);
  // What it wrote itself is no news.
  node.tell("here");
  expect(await node.readsIn(1_000)).toBe(10);
  node.tell("there");
  await node.readsIn(LIMITS.nodeFeedMs);
  const busy = await node.readsIn(nodeFeedBusyMs - LIMITS.nodeFeedMs);
  expect(busy).toBe((nodeFeedBusyMs - LIMITS.nodeFeedMs) / nodeFeedSoonMs);
  await node.readsIn(LIMITS.nodeFeedMs);
  expect(await node.readsIn(1_000)).toBe(10);
});
