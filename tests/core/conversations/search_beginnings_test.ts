import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

const MANY = LIMITS.searchBeginningsMax + 6;

async function found(who: Actor, q: string): Promise<readonly string[]> {
  const { conversations } = await who.run(listConversations, { q, limit: 100 });
  return conversations.map(({ title }) => title).toSorted();
}

/** Many words that begin alike, in one message. */
function manyWords(beginning: string): string {
  return Array.from({ length: MANY }, (_, n) => `${beginning}${100 + n}`).join(
    " ",
  );
}

test("what more words begin with than a search takes is found in the newest messages", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = bob.address;
  await send(alice, { to, title: "Old", text: "an älteres treezz" });
  await send(carol, { to, title: "All of them", text: manyWords("tree") });
  await send(carol, { to: alice.address, title: "Treeline", text: "of hills" });
  expect(await found(alice, "tree")).toEqual(["Old", "Treeline"]);
  expect(await found(alice, "hills tree")).toEqual(["Treeline"]);
  expect(await found(alice, "tree hills")).toEqual([]);
  expect(await found(alice, "aelteres tree")).toEqual([]);
  expect(await found(alice, "ALTERES Tree")).toEqual(["Old"]);
  expect(await found(bob, "tree")).toEqual(["All of them", "Old"]);
  expect(await found(carol, "treez")).toEqual([]);
});

test("of those the newest message of a conversation is the hit, whichever way it was found", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const text = manyWords("tree");
  const conversationId = await send(alice, { to: bob.address, text });
  const said = { conversationId, text: "and treezz" };
  const { messageId } = await bob.run(sendMessage, said);
  const asked = { q: "tree", snippets: true } as const;
  const { conversations } = await alice.run(listConversations, asked);
  expect(conversations.map(({ snippet }) => snippet?.messageId)).toEqual([
    messageId,
  ]);
});

test("the readers beside the words are no words, and hide none that begin like them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const own = alice.accountId.replaceAll("_", "");
  const to = bob.address;
  await send(alice, { to, title: "One", text: "ab accent accéss" });
  expect(await found(alice, own)).toEqual([]);
  expect(await found(alice, own.slice(0, 6))).toEqual([]);
  expect(await found(alice, "a")).toEqual(["One"]);
  expect(await found(alice, "ac")).toEqual(["One"]);
  expect(await found(alice, "acces")).toEqual(["One"]);
});

test("a beginning is compared as the index compares words, in any script", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const to = bob.address;
  await send(alice, {
    to,
    title: "One",
    text: "Crème ǖber がっこう 한국어 Ελλάς мой",
  });
  for (const q of [
    "CREM",
    "crè",
    "がっ",
    "한국",
    "ελλά",
    "ΕΛΛΆΣ",
    "МОЙ",
    "ub",
  ]) {
    expect([q, await found(bob, q)]).toEqual([q, ["One"]]);
  }
  expect(await found(bob, "\u0301")).toEqual([]);
});
