import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json } from "../harness.ts";
import { attempt, startPair } from "../tools/calls.ts";
import { fencedIn } from "../unfenced.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service, alice, bob } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

async function post(path: string, body: object, { token } = alice) {
  const how = { method: "POST", token, json: body };
  return await json(await service.fetch(`/v1/conversations${path}`, how));
}

async function sent(title: string, text: string): Promise<string> {
  const body = { title, to: [bob.address], text, submit: true };
  return (await post("", body)).conversationId;
}

/** The titles of what a query finds for bob, over REST and over MCP alike. */
async function found(q: string): Promise<readonly string[]> {
  const { token } = bob;
  const path = `/v1/conversations?${new URLSearchParams({ q })}`;
  const { conversations } = await json(await service.fetch(path, { token }));
  const titles = conversations.map((it: { title: string }) => it.title);
  const { structuredContent } = await attempt(pair, {
    by: bob,
    tool: "svc.list_conversations",
    args: { q },
  });
  const listed = structuredContent.conversations;
  const ids = conversations.map(({ id }: { id: string }) => id);
  expect(listed.map((it) => it.conversationId)).toEqual(ids);
  return titles.toSorted();
}

const green = await sent("Green", "The Crème-brûlée recipe, for two.");
await sent("Mixed", "A brulee of creme, for a recipe");
await sent("Roof tiles", "They leak.");
await sent("Far", `${"x ".repeat(LIMITS.searchPhraseCharsMax / 2)} far away`);

test("words in quotes follow one another, whatever stands between them and however they are accented", async () => {
  const wanted: Readonly<Record<string, readonly string[]>> = {
    "creme brulee": ["Green", "Mixed"],
    '"creme brulee"': ["Green"],
    '"CRÈME BRÛLÉE RECIPE"': ["Green"],
    '"brulee creme"': [],
    '"brulee of" "a recipe"': ["Mixed"],
    '"creme brulee" two': ["Green"],
    '"creme brulee" xyz': [],
    'recipe "for two"': ["Green"],
    '"roof tiles"': ["Roof tiles"],
    '"tiles roof"': [],
    '"creme brulee" is:read': [],
    '"creme brulee" from:alice': ["Green"],
  };
  for (const [q, titles] of Object.entries(wanted)) {
    expect([q, await found(q)]).toEqual([q, titles]);
  }
});

test("the last word is the beginning of one, until a quote ends it", async () => {
  expect(await found('"creme bru')).toEqual(["Green"]);
  expect(await found('"creme bru"')).toEqual([]);
  expect(await found("crem")).toEqual(["Green", "Mixed"]);
  expect(await found('"crem"')).toEqual([]);
  expect(await found('"creme"')).toEqual(["Green", "Mixed"]);
  expect(await found('"')).toEqual([]);
});

test("words of any script are found whole, also where the index knows their parts alone", async () => {
  await sent("Hindi", "यह हिन्दी भाषा है");
  await sent("Pointed", "שָׁלוֹם עולם, مُحَمَّد");
  await sent("Parts", "ह न द भ ष, ש");
  await sent("Heart", "Call me ❤️ now");
  const wanted: Readonly<Record<string, readonly string[]>> = {
    हिन्दी: ["Hindi"],
    "हिन्दी भाषा": ["Hindi"],
    "भाषा हिन्": ["Hindi"],
    '"हिन्दी भाषा"': ["Hindi"],
    '"भाषा हिन्दी"': [],
    '"हिन्"': [],
    हन: [],
    שָׁלוֹם: ["Pointed"],
    مُحَمَّد: ["Pointed"],
    "❤️ now": ["Heart"],
    "now ❤️": ["Heart"],
    '"me ❤ now"': ["Heart"],
    "\ufe0f": [],
  };
  for (const [q, titles] of Object.entries(wanted)) {
    expect([q, await found(q)]).toEqual([q, titles]);
  }
});

test("a bcc finds a conversation by the words of its own name in quotes, and the others do not", async () => {
  const erin = await service.addAccount("erin-grey");
  const body = { title: "Hidden", to: [bob.address], bcc: [erin.address] };
  await post("", { ...body, text: "Hello", submit: true });
  const path = `/v1/conversations?${new URLSearchParams({ q: '"erin grey"' })}`;
  const of = async ({ token }: { readonly token: string }) =>
    (await json(await service.fetch(path, { token }))).conversations.length;
  expect([await of(erin), await of(bob)]).toEqual([1, 0]);
});

test("text beyond the range for phrases is found only by single words", async () => {
  expect(await found("far away")).toEqual(["Far"]);
  expect(await found('"far away"')).toEqual([]);
});

test("of a thread the newest message with the phrase is shown, not a newer one with its words", async () => {
  await post(`/${green}/messages`, { text: "brulee, then creme" }, bob);
  const args = { q: '"creme brulee"', snippets: true };
  const { content } = await attempt(pair, {
    by: bob,
    tool: "svc.list_conversations",
    args,
  });
  const [row, ...others] = JSON.parse(content[0]?.text ?? "").conversations;
  expect(others).toEqual([]);
  expect(fencedIn(row.snippet)).toEqual(["The Crème-brûlée recipe, for two."]);
});

test("what a viewer may not read is no phrase of theirs", async () => {
  const carol = await service.addAccount("carol");
  const made = await post("", {
    title: "All",
    to: [bob.address],
    cc: [carol.address],
    text: "Hello",
    submit: true,
  });
  const secret = { text: "The secret word", mode: "reply" };
  await post(`/${made.conversationId}/messages`, secret, bob);
  const path = `/v1/conversations?${new URLSearchParams({ q: '"secret word"' })}`;
  const of = async ({ token }: { readonly token: string }) =>
    (await json(await service.fetch(path, { token }))).conversations.length;
  expect([await of(alice), await of(carol)]).toEqual([1, 0]);
});
