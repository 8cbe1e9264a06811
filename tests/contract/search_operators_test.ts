import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { attempt, startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service, alice, bob } = pair;
const carol = await service.addAccount("carol");
afterAll(async () => await pair[Symbol.asyncDispose]());

const ask = async ({ token }: TestAccount, path: string, how: object = {}) =>
  await json(
    await service.fetch(`/v1/conversations${path}`, { token, ...how }),
  );

async function send(more: object): Promise<string> {
  const body = { to: [bob.address], submit: true, ...more };
  return (await ask(alice, "", { method: "POST", json: body })).conversationId;
}

const roof = await send({
  title: "Roof",
  text: "The roof leaks.",
  price: "5.00",
  bcc: [carol.address],
});
const lunch = await send({ title: "Lunch", text: "Under the roof?" });
const answer = { to: [alice.address], text: "Roof tiles", submit: true };
const tiles = (await ask(bob, "", { method: "POST", json: answer }))
  .conversationId;
await ask(alice, `/${lunch}/artifacts`, {
  method: "POST",
  json: { name: "menu.txt", mimeType: "text/plain", bytes: "aGVsbG8=" },
});
await ask(bob, `/${lunch}`, {
  method: "PATCH",
  json: { unread: false, addLabels: ["Two words"] },
});
await ask(bob, `/${tiles}`, { method: "PATCH", json: { archived: true } });

/** The conversations that a query finds for bob, over REST and over MCP alike. */
async function found(
  q: string,
  by = bob,
  more: { readonly view?: string } = {},
): Promise<readonly string[]> {
  const asked = new URLSearchParams({ q, ...more });
  const { conversations } = await ask(by, `?${asked}`);
  const ids = conversations.map(({ id }: { id: string }) => id);
  const { structuredContent } = await attempt(pair, {
    by,
    tool: "svc.list_conversations",
    args: { q, ...more },
  });
  const listed = structuredContent.conversations;
  expect(listed.map((it) => it.conversationId)).toEqual(ids);
  return ids.toSorted();
}

const sorted = (...ids: readonly string[]) => ids.toSorted();

test("operators narrow words, and find without any", async () => {
  const today = new Date(Date.parse((await ask(bob, "/counts")).updatedAt));
  const day = (days: number) =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const wanted: Readonly<Record<string, readonly string[]>> = {
    roof: sorted(roof, lunch, tiles),
    "from:alice roof": sorted(roof, lunch),
    "FROM:ALICE": sorted(roof, lunch),
    "to:alice": [tiles],
    "in:sent": [tiles],
    "in:needs-you roof": [roof],
    "is:unread": [roof],
    "is:read in:inbox": [lunch],
    "is:paid": [roof],
    "is:paid in:inbox": [roof],
    "in:payments is:archived": [],
    "in:inbox in:payments leaks": [roof],
    "is:archived": [tiles],
    "has:file": [lunch],
    "has:file tiles": [],
    "price:>4.99": [roof],
    "price:>5": [],
    "price:<=5 price:>0": [roof],
    "price:0": sorted(lunch, tiles),
    [`before:${day(0)}`]: [],
    [`after:${day(0)} before:${day(1)}`]: sorted(roof, lunch, tiles),
    'label:"two words"': [lunch],
    'label:"two words" is:unread': [],
    '"roof" le': [roof],
  };
  for (const [q, ids] of Object.entries(wanted)) {
    expect([q, await found(q)]).toEqual([q, ids]);
  }
});

test("a view and what its search names all hold", async () => {
  expect(await found("is:paid", bob, { view: "inbox" })).toEqual([roof]);
  expect(await found("in:payments roof", bob, { view: "inbox" })).toEqual([
    roof,
  ]);
  expect(await found("is:paid", bob, { view: "archive" })).toEqual([]);
  expect(await found("in:archive", bob, { view: "sent" })).toEqual([tiles]);
  expect(await found('is:paid label:"two words"')).toEqual([]);
  expect(await found('in:inbox label:"two words"')).toEqual([lunch]);
});

test("a bcc is found only by the sender and the bcc's own account", async () => {
  expect(await found("to:carol")).toEqual([]);
  expect(await found("to:carol", alice)).toEqual([roof]);
  expect(await found("to:carol", carol)).toEqual([roof]);
});

test("names are compared without accents and capitals, and nothing in them is a pattern", async () => {
  const name = "Zoë Größe [Café*]";
  const zoe = await service.addAccount("zoe.g", { name });
  const body = { to: [zoe.address], text: "Bonjour", submit: true };
  const made = await ask(bob, "", { method: "POST", json: body });
  for (const part of ["ZOE", "zoë", "gröss", "GRÖẞ", "größ", "[cafe*]"]) {
    const isIt = !/ss/.test(part);
    const q = `to:"${part}"`;
    expect([q, await found(q)]).toEqual([q, isIt ? [made.conversationId] : []]);
  }
  expect(await found("to:z*e")).toEqual([]);
  expect(await found("to:zo?")).toEqual([]);
  expect(await found("from:bob", zoe)).toEqual([made.conversationId]);
  // As long as a search may be, in the letter with the most others like it.
  expect(await found(`to:${"o".repeat(197)}`)).toEqual([]);
});

test("what means nothing is refused, with what to write", async () => {
  const wanted: Readonly<Record<string, string>> = {
    "form:bob": "form: isn't an operator; use from:",
    "is:new": "write is: with one of unread, read, paid, archived",
    "in:trash": "write in: with one of inbox, sent",
    "has:cheese": "write has:file",
    "price:much": "write price:>5",
    "before:yesterday": "write before: with a day such as 2026-01-31",
    "from:": "write from: with part of an address or name",
    "is:read is:unread": "two operators set unread",
    "in:imported in:inbox": "are in no other view; name only one",
    "in:imported is:read": "by words. Leave the other filters out",
  };
  for (const [q, says] of Object.entries(wanted)) {
    const path = `?${new URLSearchParams({ q })}`;
    const { code, errors } = await ask(bob, path);
    expect([q, code, errors?.[0]?.pointer]).toEqual([q, "invalid_input", "/q"]);
    expect(errors[0].detail).toContain(says);
  }
  const clash = await ask(bob, "?q=in:imported&view=sent");
  expect(clash.errors[0]).toMatchObject({ pointer: "/view", code: "conflict" });
  const unknown = await ask(bob, "?q=label:lost");
  expect(unknown.code).toBe("label_not_found");
});

test("a colon in other words belongs to them", async () => {
  expect(await found("note: roof")).toEqual([]);
  expect(await found("re: tiles")).toEqual([]);
  expect(await found("roof : tiles")).toEqual([tiles]);
});
