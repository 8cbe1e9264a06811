import { expect, test } from "bun:test";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import { sayIn } from "../../src/core/base/words/say_in.ts";
import { updateNotifications } from "../../src/core/operations/update_notifications.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { saidRule } from "../../src/core/review/said_rule.ts";
import { result } from "../a2a/rpc.ts";
import { json } from "../harness.ts";
import { createSubmitted, startPair } from "./pair.ts";

const GERMAN = { "accept-language": "de" };

test("what was read in one language is not the newest in another", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { conversationId } = await createSubmitted(pair);
  const path = `/v1/conversations/${conversationId}`;
  const read = async (headers: Record<string, string> = {}) =>
    await service.fetch(path, { token: bob.token, headers });
  const tagOf = ({ headers }: Response) => headers.get("etag") ?? "";
  const english = tagOf(await read());
  const asked = await read({ ...GERMAN, "if-none-match": english });
  expect(asked.status).toBe(200);
  expect((await json(asked)).conversation.stateTitle).toBe(
    "Wartet auf eine Antwort",
  );
  const german = tagOf(asked);
  const again = await read({ ...GERMAN, "if-none-match": german });
  expect(again.status).toBe(304);
  expect(again.headers.get("content-language")).toBe("de");
  expect((await read({ "if-none-match": german })).status).toBe(200);
  expect((await read({ "if-none-match": english })).status).toBe(304);
});

test("a change is taken by the tag of whichever language was read", async () => {
  await using pair = await startPair();
  const { service, alice } = pair;
  const { conversationId } = await createSubmitted(pair, { submit: false });
  const path = `/v1/conversations/${conversationId}`;
  const { token } = alice;
  for (const [title, headers] of [
    ["One", {}],
    ["Two", GERMAN],
  ] as const) {
    const read = await service.fetch(path, { token, headers });
    const tag = read.headers.get("etag") ?? "";
    const change = async () =>
      await service.fetch(path, {
        method: "PATCH",
        token,
        json: { title },
        headers: { "if-match": tag },
      });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
  }
});

test("who acted is told in the language of the request, and names as they are", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { conversationId } = await createSubmitted(pair);
  const label = async (headers: Record<string, string> = {}) => {
    const path = `/v1/conversations/${conversationId}`;
    const response = await service.fetch(path, { token: bob.token, headers });
    return (await json(response)).conversation.messages[0].actor.label;
  };
  const told = [await label(), await label(GERMAN), await label()];
  const [english, german] = ["Alice's agent", "Agent von Alice"];
  expect(told).toEqual([english, german, english]);
});

test("what a deletion takes and leaves is told in German", async () => {
  await using pair = await startPair();
  const { service, alice } = pair;
  const { token } = await service.addSession(alice);
  const response = await service.fetch("/v1/account", {
    method: "DELETE",
    token,
    json: {},
    headers: GERMAN,
  });
  const { erases, stays } = await json(response);
  expect(erases[0]).toStartWith("Ihre Anmeldung, Sitzungen");
  expect(stays.at(-1)).toStartWith("Sicherungen");
});

test("readers of a preview are listed in English and in German form", async () => {
  await using pair = await startPair();
  const { service, alice } = pair;
  const to = ["a@example.org", "b@example.org", "c@example.org"];
  const told = async (headers: Record<string, string> = {}) => {
    const response = await service.fetch("/v1/conversations/preview", {
      method: "POST",
      token: alice.token,
      json: { to, title: "A request", text: "Hello" },
      headers,
    });
    return (await json(response)).sentences.join(" ");
  };
  expect(await told()).toContain(
    "a@example.org, b@example.org, and c@example.org get a short email invitation",
  );
  expect(await told(GERMAN)).toContain(
    "a@example.org, b@example.org und c@example.org bekommen",
  );
});

test("MCP and A2A speak English to an account whose person chose German", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { conversationId } = await createSubmitted(pair);
  const { accountId } = bob;
  await callOperation(
    service.services,
    updateNotifications,
    {
      principal: { kind: "person", accountId, sessionId: "s", scopes: null },
      via: "web",
      requestId: "r",
    },
    { language: "de" },
  );
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "svc.get_conversation", arguments: { conversationId } },
  };
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    token: bob.token,
    json: call,
    headers: GERMAN,
  });
  const said = JSON.stringify((await json(response)).result);
  expect(response.headers.get("content-language")).toBeNull();
  const task = await result(service, bob.token, "GetTask", {
    id: conversationId,
  });
  for (const text of [said, JSON.stringify(task)]) {
    expect(text).toContain("Accept, ask first, or decline.");
    expect(text).not.toMatch(/Wartet|Anfrage|Agent von/);
  }
});

test.each([
  [
    "R-PAY-LIMIT",
    "The price is above the spending limit of this access: at most 5.00 USDC (TEST) per payment, 1.00 USDC left today.",
    ": höchstens 5,00 USDC (TEST) je Zahlung, heute noch 1,00 USDC.",
  ],
  [
    "R-RATE",
    "The agent is writing to unusually many new people within an hour: 51 new people.",
    ": 51 neue Personen.",
  ],
  [
    "R-ACCEPT-LIMIT",
    "The request is beyond what may be accepted without approval: its price, its sender.",
    ": ihr Preis, ihr Absender.",
  ],
  [
    "R-CONTENT",
    "An attached file can run programs on the reader's machine: its price, 5.00 USDC left today.",
    ": its price, 5.00 USDC left today.",
  ],
] as const)(
  "what %s is about is said anew, but no name of a file",
  (id, detail, end) => {
    const rule = { id, outcome: "deny", detail } as const;
    const german = saidRule(rule, sayIn("de")).detail;
    expect(german).toEndWith(end);
    expect(german).not.toStartWith("The ");
    expect(saidRule(rule, sayInEnglish)).toBe(rule);
  },
);
