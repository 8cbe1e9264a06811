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
      const touched = { tables: [], conversations: [] };
      const row = { place, node: id, wakes: [], touched, calls: null };
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
  // Its own writes are no news.
  node.tell("here");
  expect(await node.readsIn(1_000)).toBe(10);
  node.tell("there");
  await node.readsIn(LIMITS.nodeFeedMs);
  const busy = await node.readsIn(nodeFeedBusyMs - LIMITS.nodeFeedMs);
  expect(busy).toBe((nodeFeedBusyMs - LIMITS.nodeFeedMs) / nodeFeedSoonMs);
  await node.readsIn(LIMITS.nodeFeedMs);
  expect(await node.readsIn(1_000)).toBe(10);
});

/** A node whose looks are answered by hand. */
function ask() {
  const answers: PromiseWithResolvers<readonly FeedRow[]>[] = [];
  const feed: Feed = {
    append: () => STATEMENT,
    prune: () => STATEMENT,
    end: async () => 0,
    after() {
      const answer = Promise.withResolvers<readonly FeedRow[]>();
      answers.push(answer);
      return answer.promise;
    },
  };
  const node = { id: "here", clock: () => 0 };
  const follower = new Follower(node, feed, new TableWrites());
  const turn = () => new Promise(setImmediate);
  return { answers, follower, turn };
}

test("calls that come while a node looks share the next look, which is begun after all of them", async () => {
  const { answers, follower, turn } = ask();
  const first = follower.fresh();
  await turn();
  const later: Promise<void>[] = [];
  let known = 0;
  for (let n = 0; n < 3; n += 1) {
    const asked = follower.fresh().then(() => {
      known += 1;
    });
    later.push(asked);
    await turn();
  }
  expect(answers).toHaveLength(1);
  answers[0]?.resolve([]);
  await first;
  await turn();
  expect([answers.length, known]).toEqual([2, 0]);
  answers[1]?.resolve([]);
  await Promise.all(later);
  await turn();
  const alone = follower.fresh();
  expect(answers).toHaveLength(3);
  answers[2]?.resolve([]);
  await alone;
});

test("a look that fails fails for those who asked for it alone, and one that takes long keeps nobody from the next", async () => {
  const { answers, follower, turn } = ask();
  const first = follower.fresh();
  await turn();
  const second = follower.fresh();
  answers[0]?.reject(new Error("away"));
  expect(first).rejects.toThrow("away");
  await first.catch(() => {});
  await turn();
  answers[1]?.resolve([]);
  await second;
  await turn();
  const slow = follower.fresh();
  await turn();
  const other = follower.fresh();
  while (answers.length < 4) await turn();
  answers[3]?.resolve([]);
  await other;
  answers[2]?.resolve([]);
  await slow;
});
