import { describe, expect, test } from "bun:test";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import { startPair } from "./pair.ts";

const thePair = shared(startPair);

describe("a problem", () => {
  test("says what happened, where, and what to do", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const response = await service.fetch("/v1/conversations?view=x", {
      token: alice.token,
      headers: { "x-request-id": "my-request.1" },
    });
    expect(response.headers.get("content-type")).toBe(
      "application/problem+json",
    );
    expect(await json(response)).toEqual({
      type: `${service.baseUrl}/problems/invalid_view`,
      title: "Unknown view",
      status: 400,
      detail: expect.stringContaining("view must be one of inbox"),
      instance: "/v1/conversations",
      code: "invalid_view",
      error: expect.stringContaining("view must"),
      message: expect.stringContaining("view must"),
      fix: "Use inbox, sent, drafts, archive, needs_you, payments, requests or waiting.",
      docs: `${service.baseUrl}/docs/errors#invalid_view`,
      requestId: "my-request.1",
      errors: [{ pointer: "/view", code: "enum", detail: expect.any(String) }],
    });
  });

  test("of an error inside shows nothing of it, and logs it", async () => {
    await using pair = await startPair();
    const { service, alice } = pair;
    const { services } = service;
    const secret = "secret detail at /srv/inbox.db";
    Object.assign(services, {
      db: new Proxy(
        {},
        {
          get() {
            throw new Error(secret);
          },
        },
      ),
    });
    const response = await service.fetch("/healthz");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text).code).toBe("internal");
    expect(text).not.toContain("secret");
    expect(service.logged.join("\n")).toContain(secret);
    expect(service.logged.join("\n")).not.toContain(alice.token);
  });
});

describe("without a token", () => {
  // To the letter, full stops included.
  test.each([
    ["GET", "/v1/conversations", "Sign in required."],
    ["POST", "/v1/conversations", "Sign in required."],
    ["GET", "/v1/conversations/cnv_1", "Sign in required."],
    ["GET", "/v1/conversations/cnv_1/subscribe", "Sign in required."],
    ["GET", "/api/addresses/free", "Sign in to reserve an address."],
    ["POST", "/api/addresses/free", "Sign in to reserve an address."],
    [
      "GET",
      "/api/addresses/free/available?localPart=x",
      "Sign in to reserve an address.",
    ],
    ["GET", "/api/router/resolve?address=x@y.org", "Sign in required"],
    ["GET", "/api/router/resolve", "Sign in required"],
  ])("%s %s answers its exact sentence", async (method, path, sentence) => {
    const { service } = thePair();
    const response = await service.fetch(path, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await json(response)).toMatchObject({
      code: "unauthenticated",
      error: sentence,
      detail: sentence,
      message: sentence,
    });
  });
});

describe("a token", () => {
  test.each([
    ["unknown", (token: string) => `Bearer ${token.slice(0, -1)}!`],
    ["short", () => "Bearer svc_x"],
    ["long", (token: string) => `Bearer ${token}${token}`],
  ])("that is %s is told to be invalid", async (_what, headerOf) => {
    const pair = thePair();
    const { service, alice } = pair;
    const response = await service.fetch("/v1/conversations", {
      headers: { authorization: headerOf(alice.token) },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token"',
    );
  });

  test.each([
    ["Basic", (token: string) => `Basic ${token}`],
    ["none", (token: string) => token],
    ["one glued to it", (token: string) => `Bearer${token}`],
    ["one a letter longer", (token: string) => `Bearerx${token}`],
    ["two", (token: string) => `Bearer ${token} ${token}`],
  ])("with the scheme %s is nobody's", async (_what, headerOf) => {
    const pair = thePair();
    const { service, alice } = pair;
    const response = await service.fetch("/v1/conversations", {
      headers: { authorization: headerOf(alice.token) },
    });
    expect(response.status).toBe(401);
  });

  test.each(["Bearer", "bearer", "BEARER", "Bearer  "])(
    "is taken with the scheme %p",
    async (scheme) => {
      const pair = thePair();
      const { service, alice } = pair;
      const response = await service.fetch("/v1/conversations", {
        headers: { authorization: `${scheme} ${alice.token}` },
      });
      expect(response.status).toBe(200);
    },
  );

  test.each(["access_token", "token", "bearer", "%00", "", "%ED%A0%80"])(
    "in the query as %p is refused",
    async (name) => {
      const pair = thePair();
      const { service, alice } = pair;
      const response = await service.fetch(
        `/v1/conversations?${name}=${alice.token}`,
      );
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain(alice.token);
    },
  );

  test("in the body is refused", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      json: { access_token: alice.token },
    });
    expect(response.status).toBe(401);
  });
});

describe("a path", () => {
  test.each([
    ["GET", "/nothing"],
    ["GET", "/v1"],
    ["POST", "/v2/conversations"],
    ["GET", "/v1/conversations/x/y/z"],
    ["GET", "/.env"],
    ["GET", "/v1/conversations%2Fx"],
  ])("that is not served is 404: %s %s", async (method, path) => {
    const { service } = thePair();
    const response = await service.fetch(path, { method });
    expect(response.status).toBe(404);
    expect((await json(response)).code).toBe("not_found");
  });

  test.each([
    ["PUT", "/v1/conversations", "GET, HEAD, POST, PATCH"],
    ["DELETE", "/v1/conversations", "GET, HEAD, POST, PATCH"],
    ["PUT", "/v1/conversations/cnv_1", "GET, HEAD, PATCH, DELETE"],
    ["GET", "/v1/conversations/cnv_1/messages", "POST"],
    ["GET", "/v1/conversations/cnv_1/cancel", "POST"],
    ["POST", "/api/router/resolve", "GET, HEAD"],
    ["POST", "/openapi.json", "GET, HEAD"],
    ["PURGE", "/healthz", "GET, HEAD"],
  ])(
    "answers another method with 405 and Allow: %s %s",
    async (method, path, allow) => {
      const { service } = thePair();
      const response = await service.fetch(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe(allow);
      expect((await json(response)).code).toBe("method_not_allowed");
    },
  );

  test("says its methods to OPTIONS", async () => {
    const { service } = thePair();
    const response = await service.fetch("/v1/conversations", {
      method: "OPTIONS",
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST, PATCH");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("may end in a slash", async () => {
    const pair = thePair();
    const response = await pair.service.fetch("/v1/conversations/", {
      token: pair.alice.token,
    });
    expect(response.status).toBe(200);
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "PURGE"])(
    "/api/tasks and below is gone for %s, with the successor",
    async (method) => {
      const { service } = thePair();
      for (const path of ["/api/tasks", "/api/tasks/", "/api/tasks/1/x"]) {
        const response = await service.fetch(path, { method });
        expect(response.status).toBe(410);
        expect(response.headers.get("link")).toBe(
          '</v1/conversations>; rel="successor-version"',
        );
        const problem = await json(response);
        expect(problem.code).toBe("gone");
        expect(problem.detail).toContain("/v1/conversations");
      }
    },
  );
});

describe("X-Request-Id", () => {
  test.each([
    ["/healthz", 200],
    ["/v1/conversations", 401],
    ["/nope", 404],
    ["/api/tasks", 410],
    ["/openapi.json", 200],
    ["/problems/gone", 200],
    ["/.well-known/agent-card.json", 200],
    ["/a2a", 405],
    ["/api/mcp", 200],
  ])("comes back from %s with Svc-Version", async (path, status) => {
    const { service } = thePair();
    const response = await service.fetch(path, {
      headers: { "x-request-id": "abc-1.2_3" },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-request-id")).toBe("abc-1.2_3");
    expect(response.headers.get("svc-version")).toBe("2026-11-21");
  });

  test.each(["", "a b", "é", "x".repeat(65), '"><script>', "a,b"])(
    "is made anew when %p was sent",
    async (given) => {
      const { service } = thePair();
      const response = await service.fetch("/healthz", {
        headers: { "x-request-id": given },
      });
      const id = response.headers.get("x-request-id") ?? "";
      expect(id).not.toBe(given);
      expect(id).toMatch(/^req_[\w-]+$/);
    },
  );
});

describe("a limited credential", () => {
  test("is told which scope it lacks", async () => {
    const pair = thePair();
    const { service, bob } = pair;
    const limited = await service.addCredential(bob, ["conversations:read"]);
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: limited,
      json: {},
    });
    const problem = await json(response);
    expect(response.status).toBe(403);
    expect(problem.code).toBe("insufficient_scope");
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="${problem.scope}"`,
    );
    const read = await service.fetch("/v1/conversations", { token: limited });
    expect(read.status).toBe(200);
  });
});
