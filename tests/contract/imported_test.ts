import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../harness.ts";
import { importInto } from "../imported.ts";
import { attempt, startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service, alice, bob } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

const ask = async (token: string, path: string, how: object = {}) =>
  await json(
    await service.fetch(`/v1/conversations${path}`, { token, ...how }),
  );

test("what was imported is read over REST and by a tool, and refused on each", async () => {
  const words = { title: "Roof", text: "The roof leaks." };
  const body = { to: [bob.address], submit: true, ...words };
  const how = { method: "POST", json: body };
  const { conversationId: there } = await ask(alice.token, "", how);
  await ask(alice.token, `/${there}/artifacts`, {
    method: "POST",
    json: { name: "a.html", mimeType: "text/html", bytes: "aGVsbG8=" },
  });
  const carol = await service.addAccount("carol");
  await importInto(service.services, alice.accountId, carol.accountId);
  const { conversations } = await ask(carol.token, "?view=imported");
  expect(conversations).toMatchObject([{ title: "Roof" }]);
  const [{ conversationId }] = conversations;
  expect(conversationId).not.toBe(there);
  const narrowed = await ask(carol.token, "?view=imported&state=working");
  expect(narrowed.code).toBe("invalid_input");
  const { conversation } = await ask(carol.token, `/${conversationId}`);
  expect(conversation).toMatchObject({
    imported: { address: alice.address, keyKnown: false },
    messages: [{ text: "The roof leaks." }],
    actions: [],
  });
  const [file] = conversation.artifacts;
  const got = await service.fetch(new URL(file.downloadUrl).pathname, {
    token: carol.token,
  });
  expect(await got.text()).toBe("hello");
  expect(got.headers.get("content-type")).toBe("application/octet-stream");
  expect(got.headers.get("content-security-policy")).toContain("sandbox");
  const text = { method: "POST", json: { text: "hi" } };
  for (const [path, act] of [
    ["/messages", text],
    ["/complete", { method: "POST", json: {} }],
    ["/audit", {}],
    ["/subscribe", { headers: { accept: "text/event-stream" } }],
    ["", { method: "PATCH", json: { archived: true } }],
  ] as const) {
    const refused = await ask(carol.token, `/${conversationId}${path}`, act);
    expect(refused.code, path).toBe("imported_read_only");
  }
  const args = { conversationId };
  const read = await attempt(pair, {
    ...{ by: carol, tool: "svc.get_conversation", args },
  });
  expect(read.structuredContent).toMatchObject({
    conversation: { imported: expect.any(String) },
  });
  const listed = await attempt(pair, {
    ...{
      by: carol,
      tool: "svc.list_conversations",
      args: { view: "imported" },
    },
  });
  expect(JSON.stringify(listed.structuredContent)).toContain(conversationId);
  const sent = await attempt(pair, {
    by: carol,
    tool: "svc.send_message",
    args: { ...args, text: "hi" },
  });
  expect(sent.isError).toBe(true);
  expect(JSON.stringify(sent)).toContain("imported_read_only");
  for (const other of [alice, bob]) {
    const hidden = await ask(other.token, `/${conversationId}`);
    expect(hidden.code).toBe("conversation_not_found");
  }
});
