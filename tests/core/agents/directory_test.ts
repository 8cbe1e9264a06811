import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { termsOf } from "../../../src/core/agents/directory.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { claimFreeAddress } from "../../../src/core/operations/claim_free_address.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { startCore } from "../core_harness.ts";
import { SQLD, startServer } from "../db/sqld.ts";

const skill = (id: string, words: string, more: object = {}) => ({
  id,
  name: words,
  description: words,
  tags: ["tag"],
  ...more,
});

async function found(who: Actor, query?: string, limit?: number) {
  const { items } = await who.run(discoverAgents, {
    ...(query !== undefined && { query }),
    ...(limit !== undefined && { limit }),
  });
  return items.map(({ name }) => name);
}

async function listed(
  core: TestCore,
  localPart: string,
  profile: object,
): Promise<Actor> {
  const who = await core.account(localPart);
  await who.run(updateProfile, { listed: true, ...profile });
  return who;
}

describe("the directory", () => {
  let core: TestCore;
  let me: Actor;
  beforeAll(async () => {
    core = await startCore();
    me = await core.account("me");
    await listed(core, "translator", {
      name: "Übersetzer",
      description: "Legal texts",
      skills: [
        skill("de-en", "German to English"),
        skill("secret-art", "Forging passports", { private: true }),
      ],
    });
    await listed(core, "painter", {
      name: "Painter",
      description: "Paints a German shepherd if asked",
      skills: [skill("oil", "Oil painting")],
    });
    await listed(core, "german", { name: "German", skills: [] });
  });
  afterAll(() => core[Symbol.asyncDispose]());

  test("finds names, local-parts, descriptions, skills and tags, from the beginning of a word", async () => {
    expect(await found(me, "übersetzer")).toEqual(["Übersetzer"]);
    expect(await found(me, "ubers")).toEqual(["Übersetzer"]);
    expect(await found(me, "translator")).toEqual(["Übersetzer"]);
    expect(await found(me, "LEGAL")).toEqual(["Übersetzer"]);
    expect(await found(me, "de-en")).toEqual(["Übersetzer"]);
    expect((await found(me, "tag")).toSorted()).toEqual([
      "Painter",
      "Übersetzer",
    ]);
  });

  test("puts a name before a skill, and a skill before a description", async () => {
    expect(await found(me, "german")).toEqual([
      "German",
      "Übersetzer",
      "Painter",
    ]);
  });

  test("wants every word, and any of them when nobody has all", async () => {
    expect(await found(me, "german english")).toEqual(["Übersetzer"]);
    expect(await found(me, "whoever paints well")).toEqual(["Painter"]);
    expect(await found(me, "nonsense")).toEqual([]);
    expect(await found(me, "!?")).toEqual([]);
  });

  test("never finds by a private skill, and never names one", async () => {
    expect(await found(me, "passports")).toEqual([]);
    expect(await found(me, "secret-art")).toEqual([]);
    const { items } = await me.run(discoverAgents, { query: "translator" });
    expect(items).toEqual([
      {
        name: "Übersetzer",
        address: "translator@inbox.localhost",
        url: "http://translator.inbox.localhost:3000/.well-known/agent-card.json",
        agentCardByPath: "http://localhost:3000/@translator/agent-card.json",
        skillIds: ["de-en"],
      },
    ]);
  });

  test("has the service's own agents always, and nobody who did not choose it", async () => {
    expect(await found(me)).toEqual([
      "Hello",
      "Doorman",
      "Courier",
      "Security",
      "Übersetzer",
      "Painter",
      "German",
    ]);
    expect(await found(me, "welcome")).toEqual(["Hello"]);
    expect(await found(me, "me")).toEqual([]);
  });

  test("gives no more than asked", async () => {
    expect(await found(me, undefined, 2)).toEqual(["Hello", "Doorman"]);
    expect(await found(me, "german", 1)).toEqual(["German"]);
    for (const limit of [0, -1, 1.5, LIMITS.directoryPageMax + 1]) {
      const refusal = await me.refused(discoverAgents, { limit });
      expect(refusal.code).toBe("invalid_input");
    }
  });

  test.each([
    '"',
    '""',
    "*",
    "^german",
    "name:german",
    "{name skills}: german",
    "german AND",
    "AND OR NOT",
    "NEAR(german english, 2)",
    "-german",
    "german*",
    "(((",
    "'; drop table profiles; --",
    '" OR rowid > 0 --',
    "\u0301\u0301",
    "\u{1f600}",
    "\ufffd",
    "a".repeat(LIMITS.directoryQueryCharsMax),
    "( ) ".repeat(100),
    "日本語",
    "%_%",
  ])("takes %p for words and nothing else", async (query) => {
    const names = await found(me, query, 50);
    const words = query.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    const asWords = words === "" ? [] : await found(me, words, 50);
    expect(names).toEqual(asWords);
    expect(core.logged).toEqual([]);
  });

  test("finds a word as its owner wrote it, and with marks as keyboards write them", async () => {
    const words = ["\u09b2\u09dc\u09be\u0987", "мой".normalize("NFD"), "été"];
    const description = words.join(" ");
    await listed(core, "marks", { name: "Marks", description, skills: [] });
    for (const query of [
      ...words,
      description,
      "мой",
      "été".normalize("NFD"),
    ]) {
      expect([query, await found(me, query)]).toEqual([query, ["Marks"]]);
    }
  });

  test("looks for a bounded number of words, each once, each a quoted prefix", () => {
    expect(termsOf('a-b "c" c d*')).toEqual(['"a"*', '"b"*', '"c"*', '"d"*']);
    const many = Array.from({ length: 100 }, (_, at) => `w${at}`).join(" ");
    expect(termsOf(many)).toHaveLength(LIMITS.directoryTermsMax);
  });
});

/** How the index follows its owner; the same wherever the database is. */
async function followsItsOwner(core: TestCore): Promise<void> {
  const me = await core.account("me");
  const owner = await core.account();
  await owner.run(updateProfile, {
    name: "Gardener",
    description: "Roses",
    listed: true,
  });
  // Without an address there is no card to lead to.
  expect(await found(me, "gardener")).toEqual([]);
  await owner.run(claimFreeAddress, { localPart: "green" });
  expect(await found(me, "gardener")).toEqual(["Gardener"]);
  expect(await found(me, "green")).toEqual(["Gardener"]);
  await owner.run(updateProfile, { name: "Florist" });
  expect(await found(me, "gardener")).toEqual([]);
  expect(await found(me, "florist roses")).toEqual(["Florist"]);
  await owner.run(updateProfile, { description: "Tulips" });
  expect(await found(me, "roses")).toEqual([]);
  await owner.run(updateProfile, { listed: false });
  expect(await found(me, "florist")).toEqual([]);
  expect(await found(me, "welcome")).toEqual(["Hello"]);
}

test("the directory follows names, profiles, addresses and listings at once", async () => {
  await using core = await startCore();
  await followsItsOwner(core);
});

test.skipIf(!existsSync(SQLD))(
  "the directory works alike on a libSQL server",
  async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    await followsItsOwner(core);
  },
  30_000,
);
