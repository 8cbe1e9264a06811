import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

async function found(who: Actor, q: string): Promise<readonly string[]> {
  const { conversations } = await who.run(listConversations, { q, limit: 100 });
  return conversations.map(({ title }) => title).toSorted();
}

/** A conversation that stays a draft. */
async function draft(
  who: Actor,
  input: { readonly to: string; readonly title: string; readonly text: string },
): Promise<void> {
  const { to, title, text } = input;
  await who.run(createConversation, { to: [to], title, text });
}

/** Many words that begin alike, in one message. */
function manyWords(beginning: string): string {
  return Array.from({ length: 200 }, (_, n) => `${beginning}${100 + n}`).join(
    " ",
  );
}

test("a beginning finds what the searcher may read, whatever words others have that begin so", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = bob.address;
  await send(alice, { to, title: "Old", text: "an älteres treezz" });
  const chat = await send(alice, { to, title: "Chat", text: "hello" });
  for (let n = 0; n <= LIMITS.searchNewestMax; n++) {
    await alice.run(sendMessage, { conversationId: chat, text: `line ${n}` });
  }
  await draft(carol, { to, title: "All of them", text: manyWords("tree") });
  await send(carol, { to: alice.address, title: "Treeline", text: "of hills" });
  expect(await found(alice, "tree")).toEqual(["Old", "Treeline"]);
  expect(await found(alice, "hills tree")).toEqual(["Treeline"]);
  expect(await found(alice, "tree hills")).toEqual([]);
  expect(await found(alice, "aelteres tree")).toEqual([]);
  expect(await found(alice, "ALTERES Tree")).toEqual(["Old"]);
  expect(await found(bob, "tree")).toEqual(["Old"]);
  expect(await found(carol, "tree2")).toEqual(["All of them"]);
  expect(await found(carol, "treez")).toEqual([]);
});

test("of those the newest message of a conversation is the hit", async () => {
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

test("words that say whose they are make nobody else's search find them", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const own = alice.accountId.replaceAll("_", "");
  const to = bob.address;
  const text = `ab accent accéss ${own}secret ${own} ${alice.accountId}secret`;
  await send(carol, { to, title: "One", text });
  expect(await found(alice, own)).toEqual([]);
  expect(await found(alice, own.slice(0, 6))).toEqual([]);
  for (const q of ["secret", "a", "s", `${own}secret`]) {
    expect([q, await found(alice, q)]).toEqual([q, []]);
  }
  for (const q of ["a", "ac", "acces", `${own}secret`]) {
    expect([q, await found(bob, q)]).toEqual([q, ["One"]]);
  }
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

test("words longer than the index keeps are cut between characters, and found", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = bob.address;
  const text = `th0${"漢".repeat(11_000)} ${"𝒳".repeat(9_000)}`;
  await draft(carol, { to, title: "Long", text });
  await send(alice, { to, title: "Short", text: "th0" });
  expect(await found(alice, "th")).toEqual(["Short"]);
  expect(await found(carol, "th")).toEqual(["Long"]);
  expect(await found(carol, `th0${"漢".repeat(190)}`)).toEqual(["Long"]);
  expect(await found(carol, "𝒳".repeat(100))).toEqual(["Long"]);
  expect(await found(carol, "th0漢字")).toEqual([]);
});

test("a beginning stands for so many words of the searcher's own, and one more letter finds the rest", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = bob.address;
  const most = LIMITS.searchBeginningsMax * LIMITS.searchSlicesMax;
  const words = Array.from({ length: most }, (_, n) => `tree${1_000 + n}`);
  const text = words.slice(0, -1).join(" ");
  await draft(alice, { to, title: "Most", text });
  await draft(alice, { to, title: "Last", text: `${words.at(-1)}` });
  // Of others there may be any number.
  await draft(carol, { to, title: "Hers", text: `${text} treeline` });
  expect(await found(alice, "tree")).toEqual(["Last", "Most"]);
  await draft(alice, { to, title: "Beyond", text: "treezz" });
  expect(await found(alice, "tree")).toEqual(["Last", "Most"]);
  expect(await found(alice, "treez")).toEqual(["Beyond"]);
  expect(await found(alice, "treezz")).toEqual(["Beyond"]);
});
