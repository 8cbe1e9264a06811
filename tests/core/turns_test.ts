import { expect, test } from "bun:test";
import type { Principal } from "../../src/core/access/principal.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { Turns } from "../../src/core/access/turns.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { countConversations } from "../../src/core/operations/count_conversations.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { refusal, startStage } from "./core_harness.ts";

const { longReadsAtOnce, longReadsWaitingMax } = LIMITS;

const person = (accountId: string): Principal => ({
  kind: "person",
  accountId,
  sessionId: "s",
  scopes: null,
});

/** Reads that end when the test says so, and those that have begun. */
function reads() {
  const turns = new Turns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, who: Principal) =>
    turns.run(countConversations, who, () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    });
  return { turns, begun, ends, read };
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("who asks for much waits, and those after them do not", async () => {
  const { begun, ends, read } = reads();
  const mallory = person("mallory");
  const many = Array.from({ length: 9 }, (_, i) => read(`m${i}`, mallory));
  const alice = read("alice", person("alice"));
  expect(begun).toHaveLength(longReadsAtOnce + 1);
  expect(begun.at(-1)).toBe("alice");
  // One that ended lets one in, in the order in which they came.
  while (ends.length > 0) {
    ends.shift()?.();
    await turn();
  }
  await Promise.all([...many, alice]);
  const own = begun.filter((name) => name !== "alice");
  expect(own).toEqual(own.toSorted());
});

test("a bounded number of an account waits; the next is told to come again", async () => {
  const { ends, read, begun } = reads();
  const mallory = person("mallory");
  const most = longReadsAtOnce + longReadsWaitingMax;
  const all = Array.from({ length: most }, () => read("m", mallory));
  const refused = await refusal(read("more", mallory));
  expect([refused.code, refused.extra]).toEqual([
    "rate_limited",
    { retryAfter: 1, waitingMax: longReadsWaitingMax },
  ]);
  const others = [read("alice", person("alice")), read("operator", OPERATOR)];
  expect(begun).toHaveLength(longReadsAtOnce + 2);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await turn();
  }
  await Promise.all([...all, ...others]);
});

test("a read that fails gives its turn away", async () => {
  const { turns } = reads();
  const mallory = person("mallory");
  const fail = () => Promise.reject(new RangeError("no"));
  for (let index = 0; index <= longReadsAtOnce; index++) {
    const failed = turns.run(countConversations, mallory, fail);
    await expect(failed).rejects.toThrow("no");
  }
  const read = () => Promise.resolve("read");
  expect(await turns.run(countConversations, mallory, read)).toBe("read");
});

test("lists and counts of one account leave room for those of another", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const answered: string[] = [];
  const asks = Array.from({ length: 20 }, async () => {
    await alice.run(listConversations, {});
    answered.push("alice");
  });
  asks.push(
    bob.run(countConversations, {}).then(() => void answered.push("bob")),
  );
  await Promise.all(asks);
  expect(answered.indexOf("bob")).toBeLessThan(longReadsAtOnce + 3);
});
