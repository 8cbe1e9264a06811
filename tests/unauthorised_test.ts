import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Route } from "../src/rest/route.ts";
import { ROUTES } from "../src/rest/routes.ts";
import { SUBSCRIBE_PATH } from "../src/rest/sse.ts";
import type { TestService } from "./harness.ts";
import { json, startService } from "./harness.ts";

/** Routes that somebody without an account may call, and no others. */
const OPEN = ["GET /healthz", "GET /readyz"];

const nameOf = ({ method, path }: Pick<Route, "method" | "path">) =>
  `${method} ${path}`;
const GUARDED = [
  ...ROUTES.filter(({ operation }) => operation.access.who !== "anyone"),
  { method: "GET" as const, path: SUBSCRIBE_PATH },
];
/** Routes of one conversation: a stranger must not learn that it is there. */
const OF_CONVERSATION = GUARDED.filter(({ path }) =>
  path.includes(":conversationId"),
);

let service: TestService;
let conversationId = "";
let artifactId = "";
let stranger = "";

beforeAll(async () => {
  service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  stranger = (await service.addAccount("carol")).token;
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: {
      to: [bob.address],
      text: "A secret",
      price: "1.00",
      submit: true,
      artifacts: [{ name: "a", mimeType: "text/plain", bytes: "AAAA" }],
    },
  });
  const { conversation } = await json(created);
  conversationId = conversation.id;
  artifactId = conversation.artifacts[0].artifactId;
});

afterAll(() => service[Symbol.asyncDispose]());

function call(
  { method, path }: Pick<Route, "method" | "path">,
  ids: { readonly conversationId: string; readonly artifactId: string },
  token?: string,
) {
  const at = path
    .replace(":conversationId", ids.conversationId)
    .replace(":artifactId", ids.artifactId);
  return service.fetch(at, {
    method,
    headers: { accept: "text/event-stream, application/json" },
    ...(token !== undefined && { token }),
    ...(method !== "GET" && { json: VALID_FOR_ANY }),
  });
}

/** A body that every operation takes: what one does not know is left out. */
const VALID_FOR_ANY = {
  text: "x",
  unread: true,
  reason: "x",
  confirm: true,
  decision: "approve",
  name: "x",
  mimeType: "text/plain",
  bytes: "AAAA",
  localPart: "carol",
  domain: "carol.example",
  id: "dom_0",
};

const own = () => ({ conversationId, artifactId });

test("only health is open to nobody", () => {
  const open = ROUTES.filter((route) => !GUARDED.includes(route));
  expect(open.map(nameOf)).toEqual(OPEN);
});

describe.each(GUARDED.map((route) => [nameOf(route), route] as const))(
  "%s",
  (_name, route) => {
    test("is 401 without a token", async () => {
      const response = await call(route, own());
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    });

    test("is 401 with a token that nobody has", async () => {
      const token = `svc_${"A".repeat(43)}_000000`;
      const response = await call(route, own(), token);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain(
        "invalid_token",
      );
    });
  },
);

describe.each(OF_CONVERSATION.map((route) => [nameOf(route), route] as const))(
  "%s",
  (_name, route) => {
    test("answers a stranger as if nothing were there", async () => {
      const foreign = await call(route, own(), stranger);
      const absent = await call(
        route,
        { conversationId: "cnv_0", artifactId: "art_0" },
        stranger,
      );
      expect(foreign.status).toBe(404);
      expect(withoutPlace(await json(foreign))).toEqual(
        withoutPlace(await json(absent)),
      );
    });
  },
);

test.each(GUARDED.filter(({ path }) => path.startsWith("/api/addresses/")))(
  "$method $path answers in the words of the address API",
  async (route) => {
    const { error, detail } = await json(await call(route, own()));
    expect(error).toBe("Sign in to reserve an address.");
    expect(detail).toBe(error);
  },
);

function withoutPlace(problem: object): object {
  return { ...problem, instance: "", requestId: "" };
}

test("nothing of it changed anything", async () => {
  const list = await service.fetch("/v1/conversations", { token: stranger });
  expect((await json(list)).conversations).toEqual([]);
  const domains = await service.fetch("/api/addresses/domains", {
    token: stranger,
  });
  expect(await json(domains)).toEqual({ domains: [] });
  expect(service.logged).toEqual([]);
});
