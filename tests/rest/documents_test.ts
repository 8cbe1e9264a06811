import { describe, expect, test } from "bun:test";
import { calculateJwkThumbprint } from "jose";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ERRORS } from "../../src/core/errors/error_table.ts";
import { resultsStore } from "../../src/core/verify/results_store.ts";
import { openApiDocument } from "../../src/rest/openapi.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import { json, startService } from "../harness.ts";
import { shared } from "../shared.ts";

const theService = shared(startService);

type Json = Record<string, unknown>;

const document = JSON.parse(JSON.stringify(openApiDocument("http://x.test")));

/** Every object in a document, with the path to it. */
function* objectsIn(node: unknown, path = "#"): Generator<[string, Json]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Json];
  for (const [key, value] of Object.entries(node)) {
    yield* objectsIn(value, `${path}/${key}`);
  }
}

function lookedUp(reference: string): unknown {
  let node: unknown = document;
  for (const key of reference.replace(/^#\//, "").split("/")) {
    node = (node as Json)?.[key];
  }
  return node;
}

describe("the OpenAPI document", () => {
  test.each(ROUTES.map((route) => [route.method, route.path, route] as const))(
    "says %s %s with its operation's fields and output",
    (method, path, route) => {
      const template = path.replace(/:(\w+)/g, "{$1}");
      const said = document.paths[template]?.[method.toLowerCase()];
      expect(said.summary).toBe(route.operation.title);
      expect(said.description).not.toBeEmpty();
      const given = [
        ...said.parameters
          .filter((one: Json) => one.in !== "header")
          .map((one: Json) => one.name),
        ...Object.keys(
          said.requestBody?.content["application/json"].schema.properties ?? {},
        ),
      ];
      const { input, access } = route.operation;
      const wanted = Object.keys(
        (input as { properties?: object }).properties ?? {},
      );
      // The account comes from an owner's session.
      const isTaken = (name: string) =>
        access.who !== "owner" || name !== "accountId";
      const own = route.csv ? ["format"] : [];
      expect(given.sort()).toEqual([...wanted.filter(isTaken), ...own].sort());
      expect("text/csv" in (said.responses[200]?.content ?? {})).toBe(
        route.csv !== undefined,
      );
      for (const status of route.statuses ?? [200]) {
        expect(said.responses[status].content).toBeDefined();
      }
      for (const [name] of path.matchAll(/(?<=:)\w+/g)) {
        expect(said.parameters).toContainEqual(
          expect.objectContaining({ name, in: "path", required: true }),
        );
      }
    },
  );

  test("has no reference that leads nowhere", () => {
    const references = [...objectsIn(document)]
      .map(([, node]) => node.$ref)
      .filter((reference) => typeof reference === "string");
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect([reference, lookedUp(reference)]).not.toContain(undefined);
    }
  });

  test("has each operationId once", () => {
    const ids = [...objectsIn(document.paths)].flatMap(([, node]) =>
      typeof node.operationId === "string" ? [node.operationId] : [],
    );
    // Beside the rows: the event streams, the archive of an export, the relay's reports and mails, the order of a wallet.
    expect(ids).toHaveLength(ROUTES.length + 6);
    expect(ids).toContain("record_bounce");
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("asks for a token everywhere but where none is needed", () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    const open = ROUTES.filter(
      ({ operation }) => operation.access.who === "anyone",
    );
    const paths = open.map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
    expect(paths).toEqual(["/@{localPart}/offers", "/healthz", "/readyz"]);
    const asked = paths.map((path) => document.paths[path].get.security);
    // An account may see more offers.
    expect(asked).toEqual([[{}, { bearer: [] }], [], []]);
  });

  test("names every error, in one place for all that tell of one", () => {
    const { Checkpoint, ErrorCode, Problem } = document.components.schemas;
    expect(ErrorCode.enum).toEqual(Object.keys(ERRORS));
    const codes = { $ref: "#/components/schemas/ErrorCode" };
    expect(Problem.properties.code).toMatchObject(codes);
    const { because } = Checkpoint.properties;
    expect(because.properties.code).toMatchObject(codes);
  });
});

describe("a public document", () => {
  test.each([
    ["/openapi.json", "application/json"],
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/style.css", "text/css; charset=utf-8"],
    ["/llms.txt", "text/plain; charset=utf-8"],
    ["/v1/limits", "application/json"],
    ["/verify.mjs", "text/javascript; charset=utf-8"],
    ["/.well-known/jwks.json", "application/jwk-set+json"],
    [
      "/.well-known/http-message-signatures-directory",
      "application/http-message-signatures-directory+json",
    ],
    ["/problems/gone", "application/json"],
  ])("%s is for everyone, and may be kept", async (path, type) => {
    const service = theService();
    const response = await service.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect((await response.text()).length).toBeGreaterThan(20);
    if (/^\/(docs|problems)/.test(path)) return;
    // As a proxy passes it on that packs an answer itself, and with an older one.
    const known = `"old", ${response.headers.get("etag")}`;
    const again = await service.fetch(path, {
      headers: { "if-none-match": known },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("of the limits has every bound", async () => {
    const service = theService();
    const { limits } = await json(await service.fetch("/v1/limits"));
    // A limit that the operator has not set has no number.
    expect(limits).toEqual({
      ...JSON.parse(JSON.stringify(LIMITS)),
      conversationsPerAccountMax: null,
    });
  });

  test("of the keys has the public halves alone", async () => {
    const service = theService();
    const { keys } = await json(await service.fetch("/.well-known/jwks.json"));
    expect(keys).toMatchObject([
      { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" },
      { kty: "EC", crv: "P-256", alg: "ES256", use: "sig" },
    ]);
    for (const key of keys) expect(key).not.toHaveProperty("d");
  });

  test("of the keys of requests has another key, by its thumbprint", async () => {
    const service = theService();
    const path = "/.well-known/http-message-signatures-directory";
    const { keys } = await json(await service.fetch(path));
    expect(keys).toEqual([
      {
        ...{ kty: "OKP", crv: "Ed25519", alg: "ed25519", use: "sig" },
        ...{ x: expect.any(String), kid: expect.any(String) },
      },
    ]);
    expect(await calculateJwkThumbprint(keys[0])).toBe(keys[0].kid);
    const { jwks } = service.services.signer;
    expect(jwks.keys.map(({ x }) => x)).not.toContain(keys[0].x);
  });

  test("for models names every route", async () => {
    const service = theService();
    const text = await (await service.fetch("/llms.txt")).text();
    for (const { method, path } of ROUTES) {
      expect(text).toContain(`\`${method} ${path}\``);
    }
  });
});

describe("what only a person in a session may do", () => {
  const isOfSession = ({ operation }: (typeof ROUTES)[number]) =>
    ["session", "newcomer", "owner"].includes(operation.access.who) &&
    !operation.access.agents;

  test("is marked in /llms.txt, with where the token comes from", async () => {
    const service = theService();
    const text = await (await service.fetch("/llms.txt")).text();
    expect(text).toContain("`POST /api/auth/session-token`");
    expect(text).toContain(`\`Origin: ${service.baseUrl}\``);
    for (const route of ROUTES) {
      const { method, path } = route;
      const line = text
        .split("\n")
        .find((it) => it.includes(`\`${method} ${path}\``));
      expect([path, line?.endsWith("(session only)")]).toEqual([
        path,
        isOfSession(route),
      ]);
    }
  });

  test("never directs an unknown caller to an agent credential", async () => {
    const service = theService();
    const own = ROUTES.filter(isOfSession);
    expect(own.length).toBeGreaterThan(5);
    for (const { method, path } of own) {
      const answer = await service.fetch(path.replace(/:\w+/g, "x"), {
        method,
        ...(method !== "GET" && { json: {} }),
      });
      const { code, fix } = await json(answer);
      expect([path, answer.status, code]).toEqual([
        path,
        401,
        "unauthenticated",
      ]);
      expect(fix).toContain("POST /api/auth/session-token");
      expect(fix).not.toContain("<AGENT_CREDENTIAL>");
    }
  });
});

describe("/problems/:code", () => {
  test.each(Object.keys(ERRORS))("says %s", async (code) => {
    const service = theService();
    const said = await json(await service.fetch(`/problems/${code}`));
    expect(said.code).toBe(code);
    const asPage = await service.fetch(`/problems/${code}`, {
      headers: { accept: "text/html,*/*" },
    });
    expect(asPage.headers.get("content-type")).toStartWith("text/html");
    expect(await asPage.text()).toContain(`href="/docs/errors#${code}"`);
  });

  test.each(["nothing", "constructor", "__proto__", "<b>"])(
    "is 404 for %p",
    async (code) => {
      const service = theService();
      const response = await service.fetch(`/problems/${code}`);
      expect(response.status).toBe(404);
    },
  );
});

describe("health", () => {
  test("a verification's findings are in the health answer, and stop no service", async () => {
    await using service = await startService();
    await service.services.db.commit([
      resultsStore(service.services.db).put({
        kind: "verify",
        at: service.clock(),
        ok: false,
        details: ["cnv_x: its chain is missing"],
        wellAt: null,
        mark: null,
      }),
    ]);
    const health = await service.fetch("/healthz");
    expect([health.status, await json(health)]).toMatchObject([
      200,
      { ok: false, verified: { ok: false } },
    ]);
    const ready = await service.fetch("/readyz");
    expect([ready.status, await json(ready)]).toMatchObject([
      200,
      { ok: true, detail: null },
    ]);
  });

  test("/healthz balances the ledger", async () => {
    await using service = await startService();
    await service.addAccount("alice", { credit: "5.00" });
    const response = await service.fetch("/healthz");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await json(response)).toMatchObject({
      ok: true,
      ledger: { sum: 0 },
    });
  });
});

test("the document says of what is named by an ETag that it may be 304, and of nothing else", () => {
  const tagged = Object.entries<{ get?: { responses: object } }>(document.paths)
    .filter(([, { get }]) => get && "304" in get.responses)
    .map(([path]) => path);
  expect(tagged.toSorted()).toEqual([
    "/v1/conversations/{conversationId}",
    "/v1/conversations/{conversationId}/artifacts/{artifactId}",
    "/v1/profile",
  ]);
});

test("every field of the shared schemas says what it is", () => {
  const isSaid = (schema: Json): boolean =>
    "description" in schema || ((schema.anyOf ?? []) as Json[]).some(isSaid);
  const silent = [...objectsIn(document.components.schemas)].flatMap(
    ([path, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Json>)
        .filter(([, schema]) => !isSaid(schema))
        .map(([name]) => `${path}/${name}`),
  );
  expect(silent).toEqual([]);
});

test("codes that are a closed set are listed as such", () => {
  const { Conversation, Checkpoint, Payment } = document.components.schemas;
  expect(Conversation.properties.stateCode.anyOf[0].enum).toContain(
    "hold_expired",
  );
  expect(Checkpoint.properties.rules.items.properties.id.enum).toContain(
    "R-PAY-LIMIT",
  );
  expect(Payment.properties.voidReason.enum).toContain("declined");
});
