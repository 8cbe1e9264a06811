import { afterAll, beforeAll, expect, test } from "bun:test";
import { WEBFINGER_PATH } from "../../src/core/federation/find_card.ts";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { hostsOf } from "./account_card.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.addAccount("bob", { name: "Bob" });
  const gone = await service.addAccount("gone");
  await service.operate(disableAccount, { accountId: gone.accountId });
}, 20_000);
afterAll(() => service[Symbol.asyncDispose]());

const ask = (query: string, init: RequestInit = {}) =>
  service.fetch(`${WEBFINGER_PATH}${query}`, init);

test("a name leads to its card, for any page to read", async () => {
  const answer = await ask("?resource=acct%3Abob%40inbox.localhost");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/jrd+json");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const { subject, links } = await json(answer);
  expect(subject).toBe("acct:bob@inbox.localhost");
  const href = `${service.baseUrl}/@bob/agent-card.full.json`;
  expect(links).toEqual([
    { rel: "describedby", type: "application/a2a-agent-card+json", href },
  ]);
  const card = await service.fetch(new URL(href).pathname);
  expect((await json(card)).name).toBe("Bob");
});

test("only the links of the relations that are asked for are told", async () => {
  const bob = "?resource=acct:bob@inbox.localhost";
  const one = await ask(`${bob}&rel=describedby&rel=self`);
  expect((await json(one)).links).toHaveLength(1);
  const none = await ask(`${bob}&rel=self`);
  expect((await json(none)).links).toEqual([]);
});

test("a name is found in any case, and at every host of the service", async () => {
  const at = hostsOf(service);
  const path = `${WEBFINGER_PATH}?resource=acct:Bob@INBOX.localhost`;
  for (const host of ["inbox.localhost", "mail.example.org", "localhost"]) {
    const answer = await at(host, path);
    expect([host, answer.status]).toEqual([host, 200]);
  }
});

test("a missing or malformed resource is 400", async () => {
  for (const query of [
    "",
    "?resource=",
    "?resource=bob@inbox.localhost",
    "?resource=acct:bob",
    "?resource=acct:bob@inbox.localhost&resource=acct:hello@inbox.localhost",
    `?resource=acct:${"b".repeat(500)}@inbox.localhost`,
  ]) {
    const answer = await ask(query);
    expect([query.slice(0, 80), answer.status]).toEqual([
      query.slice(0, 80),
      400,
    ]);
  }
});

test("an unknown, a closed and a foreign name get the same answer", async () => {
  const bodies: unknown[] = [];
  for (const address of [
    "nobody@inbox.localhost",
    "gone@inbox.localhost",
    "bob@elsewhere.example",
    "postmaster@inbox.localhost",
  ]) {
    const answer = await ask(`?resource=acct:${address}`);
    expect([address, answer.status]).toEqual([address, 404]);
    const { requestId: _own, ...said } = await json(answer);
    bodies.push(said);
  }
  expect(bodies).toEqual(bodies.map(() => bodies[0]));
});

test("another method is refused", async () => {
  const answer = await ask("", { method: "POST" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toContain("GET");
});
