import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { json, startService } from "../harness.ts";
import { CARD, hostOf, hostsOf, verify } from "./account_card.ts";

const service = await startService();
await service.addAccount("alice", { name: "Alice" });
await service.addAccount("bob.b", { name: "Bob" });
afterAll(async () => await service[Symbol.asyncDispose]());

const at = hostsOf(service);

// The official verifier says at length which of several signatures it passed over.
const debug = spyOn(console, "debug").mockImplementation(() => {});

afterAll(() => debug.mockRestore());

describe("the host of a card", () => {
  test.each([
    "alice.inbox.localhost",
    "ALICE.Inbox.Localhost",
    "alice.inbox.localhost:3000",
    "alice.inbox.localhost.",
    "alice.inbox.localhost.:80",
  ])("is %p", async (host) => {
    const response = await at(host);
    expect(response.status).toBe(200);
    expect((await json(response)).name).toBe("Alice");
  });

  test.each([
    "nobody.inbox.localhost",
    "bob.b.inbox.localhost",
    "b.inbox.localhost",
    "x.alice.inbox.localhost",
    "-alice.inbox.localhost",
    "ali_ce.inbox.localhost",
    "alice@.inbox.localhost",
    `${"a".repeat(64)}.inbox.localhost`,
  ])("is not %p, whatever the path", async (host) => {
    for (const path of [CARD, "/", "/v1/conversations", "/a2a"]) {
      const response = await at(host, path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get("content-type")).toBe(
        "application/problem+json",
      );
      expect((await json(response)).code).toBe("account_not_found");
    }
  });

  test.each([
    "inbox.localhost",
    "localhost",
    "evilinbox.localhost",
    "alice.inbox.localhost.evil.example",
  ])("is not %p, which has the service's own card", async (host) => {
    const card = await json(await at(host));
    expect(card.name).toBe("Conversation Inbox");
  });

  test("sends every other path to the domain, with the port and scheme of the service", async () => {
    const home = `http://inbox.localhost:${service.port}/`;
    for (const path of [
      "/",
      "/v1/conversations",
      "/a2a",
      "//evil.example/",
      "/?next=https://evil.example",
      "/.well-known/agent-card.json/",
      "/nothing",
    ]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const response = await at(hostOf("alice"), path, { method });
        expect([path, response.status]).toEqual([path, 308]);
        expect(response.headers.get("location")).toBe(home);
      }
    }
  });

  test.each([
    "alice.inbox.localhost:99999",
    "alice.inbox.localhost:80:80",
    "alice .inbox.localhost",
    "%61lice.inbox.localhost",
    "[::1].inbox.localhost",
    ".inbox.localhost",
    "alice.inbox.localhost..",
  ])("that is none, %p, is no fault of the service", async (host) => {
    for (const path of [CARD, "/"]) {
      const response = await at(host, path);
      expect(response.status).toBeLessThan(500);
    }
    expect(service.logged).toEqual([]);
  });

  test("does not take the service's other hosts from it", async () => {
    const own = await at(`127.0.0.1:${service.port}`, "/v1/limits");
    expect(own.status).toBe(200);
    const domain = await at("inbox.localhost", "/v1/limits");
    expect(domain.status).toBe(200);
  });

  test("answers HEAD, OPTIONS and 405 as the service's own card does", async () => {
    const get = await at(hostOf("alice"));
    const head = await at(hostOf("alice"), CARD, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["etag", "last-modified", "content-type"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect(get.headers.get("cache-control")).toBe("public, max-age=300");
    expect(get.headers.get("access-control-allow-origin")).toBe("*");
    const options = await at(hostOf("alice"), CARD, { method: "OPTIONS" });
    expect(options.status).toBe(204);
    const post = await at(hostOf("alice"), CARD, { method: "POST" });
    expect(post.status).toBe(405);
    expect(post.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("is not that of an account whose name is the service's own host", async () => {
    await using other = await startService({
      env: {
        BASE_URL: "https://app.inbox.example",
        ADDRESS_DOMAIN: "inbox.example",
      },
    });
    const app = await other.addAccount("app");
    const headers = { host: "app.inbox.example" };
    const card = await json(await other.fetch(CARD, { headers }));
    expect(card.name).toBe("Conversation Inbox");
    const { token } = app;
    const url = `/api/router/resolve?address=${app.address}`;
    const { agentCard } = await json(await other.fetch(url, { token }));
    expect(agentCard).toBe("https://app.inbox.example/@app/agent-card.json");
  });
});

describe("the path of a card", () => {
  test.each(["/@alice", "/@bob.b", "/@ALICE", "/%40alice", "/@hello"])(
    "%s/agent-card.json serves it on the service's own host",
    async (path) => {
      const response = await service.fetch(`${path}/agent-card.json`);
      expect(response.status).toBe(200);
      expect(response.headers.get("etag")).toMatch(/^W\/"[0-9a-f]+"$/);
      await verify(await json(response));
    },
  );

  test.each([
    "/@nobody",
    "/@",
    "/@alice%00",
    "/@a%2Fb",
    "/@%E0%A4%A",
    "/@..",
    "/@acc_hello",
  ])("%s/agent-card.json is 404", async (path) => {
    const response = await service.fetch(`${path}/agent-card.json`);
    expect(response.status).toBe(404);
    expect(service.logged).toEqual([]);
  });
});
