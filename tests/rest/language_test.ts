import { expect, test } from "bun:test";
import de from "../../src/core/base/words/de.json" with { type: "json" };
import type { Language } from "../../src/core/base/words/languages.ts";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import { preferredLanguage } from "../../src/http/accepts.ts";
import { json } from "../harness.ts";
import { createSubmitted, startPair } from "./pair.ts";

const GERMAN = { "accept-language": "de-AT, en;q=0.5" };

test("an answer is in the language that the request asks for, its codes are the same in all", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { conversationId } = await createSubmitted(pair, { price: "2.00" });
  const read = async (headers: Record<string, string> = {}) => {
    const path = `/v1/conversations/${conversationId}`;
    const response = await service.fetch(path, { token: bob.token, headers });
    return { response, ...(await json(response)).conversation };
  };
  const english = await read();
  const german = await read(GERMAN);
  expect(english.response.headers.get("content-language")).toBeNull();
  expect(german.response.headers.get("content-language")).toBe("de");
  expect([english.stateTitle, german.stateTitle]).toEqual([
    "Waiting for an answer",
    "Wartet auf eine Antwort",
  ]);
  expect(german.state).toBe(english.state);
  const [card] = english.checkpoints;
  const [karte] = german.checkpoints;
  expect(card.title).toStartWith("Accept the request from ");
  expect(karte.title).toMatch(/^Anfrage von .+ annehmen$/);
  expect(karte.actionDigest).toBe(card.actionDigest);
  expect(card.outcomes.approve).toContain("is told you've started.");
  expect(karte.outcomes.approve).toContain("erfährt, dass Sie begonnen haben.");
  const names = ({ actions }: typeof english) =>
    actions.map(({ name }: { readonly name: string }) => name);
  expect(names(german)).toEqual(names(english));
  expect(german.actions).toContainEqual(
    expect.objectContaining({ name: "accept", title: "Annehmen" }),
  );
  // A text read in one language does not stay for the other.
  expect((await read()).stateTitle).toBe(english.stateTitle);
  expect((await read(GERMAN)).nextStep.text).toBe(german.nextStep.text);
});

test("two readers of one list in two languages each get their own words", async () => {
  await using pair = await startPair();
  await createSubmitted(pair);
  const list = async (token: string, headers: Record<string, string> = {}) => {
    const path = "/v1/conversations";
    const response = await pair.service.fetch(path, { token, headers });
    const [item] = (await json(response)).conversations;
    return item.stateTitle;
  };
  const { alice, bob } = pair;
  const told = [
    await list(alice.token),
    await list(bob.token, GERMAN),
    await list(alice.token, GERMAN),
    await list(bob.token),
  ];
  const [english, german] = [
    "Waiting for an answer",
    "Wartet auf eine Antwort",
  ];
  expect(told).toEqual([english, german, german, english]);
});

test("a page without a person is in the language of the browser", async () => {
  await using pair = await startPair();
  const page = async (headers: Record<string, string>) => {
    const accept = { accept: "text/html", ...headers };
    const response = await pair.service.fetch("/sign-in", { headers: accept });
    return await response.text();
  };
  expect(await page({})).toContain("Email me a code");
  const german = await page(GERMAN);
  expect(german).toContain('<html lang="de">');
  expect(german).toContain("Code per Mail senden");
});

test("a problem is told in the language of the request over REST, and in English to programs", async () => {
  await using pair = await startPair();
  const { service, alice } = pair;
  const path = "/v1/conversations/cnv_00000000000000000000000000";
  const read = async (headers: Record<string, string> = {}) => {
    const response = await service.fetch(path, { token: alice.token, headers });
    return { response, problem: await json(response) };
  };
  const english = await read();
  const german = await read(GERMAN);
  expect(german.response.headers.get("content-language")).toBe("de");
  expect(english.response.headers.get("content-language")).toBeNull();
  const { problem } = german;
  expect(problem.code).toBe(english.problem.code);
  expect([problem.detail, problem.error, problem.message]).toEqual(
    Array(3).fill(de.core["Cannot find this conversation."]),
  );
  for (const member of ["title", "detail", "fix"]) {
    expect([member, problem[member]]).not.toEqual([
      member,
      english.problem[member],
    ]);
  }
  const asked = await service.fetch("/api/mcp", {
    method: "POST",
    token: alice.token,
    headers: GERMAN,
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "svc.get_conversation",
        arguments: { conversationId: "cnv_00000000000000000000000000" },
      },
    },
  });
  expect(await asked.text()).toContain("Cannot find this conversation.");
});

test.each<[string, Language]>([
  ["en-US, de", "en"],
  ["en-GB;q=0.4, de-AT", "de"],
  ["de;q=0.3, en;q=0.7", "en"],
  ["fr, de", "de"],
  ["fr", "en"],
  ["*", "en"],
  ["de;q=0", "en"],
  [";;;,=", "en"],
])("%p asks for the language %p", (asked, language) => {
  expect(preferredLanguage(asked)).toBe(language);
});

test("a repeat is told for whom it waits in the same words, whatever language it asks for", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const create = async (headers: Record<string, string>) => {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      headers: { "idempotency-key": "once", ...headers },
      json: { to: [bob.address], text: "x", price: "77", submit: true },
    });
    return await json(response);
  };
  const german = await create(GERMAN);
  const english = await create({});
  expect(english.waiting).toStartWith("Waits for ");
  expect(german.waiting).toBe(english.waiting);
  expect(german.conversation.nextStep.text).not.toBe(
    english.conversation.nextStep.text,
  );
});

test("under one tag a card says what the payer had when it was asked, in each language", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: [bob.address], text: "x", price: "77", submit: true },
  });
  const { id } = (await json(created)).conversation;
  const { token } = await service.addSession(alice);
  const read = async (headers: Record<string, string>) => {
    const path = `/v1/conversations/${id}`;
    const response = await service.fetch(path, { token, headers });
    const [card] = (await json(response)).conversation.checkpoints;
    return { tag: response.headers.get("etag"), summary: card.summary };
  };
  const before = await read(GERMAN);
  const english = await read({});
  expect(english.summary).toContain("You have 1,000.00 USDC (TEST) and");
  expect(before.summary).toContain("Sie haben 1.000,00 USDC (TEST), danach");
  await service.operate(creditAccount, {
    accountId: alice.accountId,
    amount: "5.00",
    key: "more",
  });
  expect(await read(GERMAN)).toEqual(before);
  expect(await read({})).toEqual(english);
});
