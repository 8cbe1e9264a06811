import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../src/core/base/limits.ts";
import { sayInEnglish } from "../src/core/base/words/say.ts";
import { countConversations } from "../src/core/operations/count_conversations.ts";
import { getConversation } from "../src/core/operations/get_conversation.ts";
import { getExport } from "../src/core/operations/get_export.ts";
import { ARCHIVE_PATH } from "../src/rest/download/archive.ts";
import type { Route } from "../src/rest/route.ts";
import { ROUTES } from "../src/rest/routes.ts";
import { EVENTS_PATH, SUBSCRIBE_PATH } from "../src/rest/sse.ts";
import type { TestService } from "./harness.ts";
import { json, startService } from "./harness.ts";

/** Routes that somebody without an account may call, and no others. */
const OPEN = ["GET /@:localPart/offers", "GET /healthz", "GET /readyz"];

type Guarded = Pick<Route, "method" | "path" | "operation">;

const nameOf = ({ method, path }: Guarded) => `${method} ${path}`;
const GUARDED: readonly Guarded[] = [
  ...ROUTES.filter(({ operation }) => operation.access.who !== "anyone"),
  { method: "GET", path: SUBSCRIBE_PATH, operation: getConversation },
  { method: "GET", path: EVENTS_PATH, operation: countConversations },
  { method: "GET", path: ARCHIVE_PATH, operation: getExport },
];
const named = (routes: readonly Guarded[]) =>
  routes.map((route) => [nameOf(route), route] as const);
/** Routes of what belongs to somebody: a stranger must not learn that it is there. */
const OF_CONVERSATION = GUARDED.filter(({ path }) =>
  path.includes(":conversationId"),
);
const OF_PERSON = GUARDED.filter(({ path }) =>
  /:credentialId|:sessionId|:webhookId|:exportId|:deviceId/.test(path),
);
const MEMBERS = GUARDED.filter(
  ({ operation: { access } }) => access.who === "member" || access.agents,
);
/** Routes that are only for a person who is signed in. */
const OWNERS = GUARDED.filter(
  ({ operation }) =>
    /^(owner|session)$/.test(operation.access.who) && !operation.access.agents,
);
/** Routes for a person who is signed in and has no account yet. */
const NEWCOMERS = GUARDED.filter(
  ({ operation }) => operation.access.who === "newcomer",
);

const ABSENT = {
  conversationId: "cnv_0",
  artifactId: "art_0",
  credentialId: "cred_0",
  sessionId: "0",
  address: "nobody@example.org",
  label: "Shop",
  ruleId: "rul_0",
  templateId: "tpl_0",
  offerId: "absent",
  proposalId: "prp_0",
  webhookId: "whk_0",
  exportId: "exp_0",
  deviceId: "psh_0",
};
type Ids = typeof ABSENT;

let service: TestService;
let own: Ids;
let tokens: Readonly<
  Record<
    | "stranger"
    | "strangerSession"
    | "expired"
    | "newcomer"
    | "useless"
    | "agent",
    string
  >
>;

beforeAll(async () => {
  service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const carol = await service.addAccount("carol");
  const { token: expired } = await service.addSession(alice);
  service.clock.advance(LIMITS.sessionTokenMs);
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
  const { credentials } = await service.credentialsOf(alice);
  const hook = await service.fetch("/v1/webhooks", {
    method: "POST",
    token: alice.token,
    json: { url: "https://example.com/hook" },
  });
  const { webhook } = await json(hook);
  const ruled = await service.fetch("/v1/inbox-rules", {
    method: "POST",
    token: alice.token,
    json: { words: "secret", archive: true },
  });
  const { rule } = await json(ruled);
  const { template } = await json(
    await service.fetch("/v1/templates", {
      method: "POST",
      token: alice.token,
      json: { name: "Mine" },
    }),
  );
  await service.fetch("/v1/offers/mine", {
    method: "PUT",
    token: alice.token,
    json: { title: "Mine", price: "1.00" },
  });
  const begun = await service.fetch("/v1/exports", {
    method: "POST",
    token: (await service.addSession(alice)).token,
  });
  const { export: exported } = await json(begun);
  const added = await service.fetch("/v1/push-devices", {
    method: "POST",
    token: (await service.addSession(alice)).token,
    // The keys of RFC 8291, appendix A.
    json: {
      endpoint: "https://push.example.com/one",
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
      name: "Phone",
    },
  });
  const { device } = await json(added);
  own = {
    conversationId: conversation.id,
    artifactId: conversation.artifacts[0].artifactId,
    credentialId: credentials[0]?.id ?? "",
    sessionId: (await service.addSession(alice)).sessionId,
    address: bob.address,
    label: "Shop",
    ruleId: rule.ruleId,
    templateId: template.templateId,
    offerId: "mine",
    proposalId: ABSENT.proposalId,
    webhookId: webhook.webhookId,
    exportId: exported.exportId,
    deviceId: device.deviceId,
  };
  const newcomer = await service.addSession({ accountId: "acc_newcomer" });
  tokens = {
    stranger: carol.token,
    strangerSession: (await service.addSession(carol)).token,
    expired,
    newcomer: newcomer.token,
    useless: await service.addCredential(alice, ["outward:send"]),
    agent: alice.token,
  };
});

afterAll(() => service[Symbol.asyncDispose]());

function call({ method, path }: Guarded, ids: Ids, token?: string) {
  const at = path.replace(
    /:(\w+)/g,
    (_, name: string) => ids[name as keyof Ids] ?? "",
  );
  // Fields of the one body that an operation does not have are ignored.
  return service.fetch(`${at}?strict=0`, {
    method,
    headers: { accept: "text/event-stream, application/json" },
    ...(token !== undefined && { token }),
    ...(method !== "GET" && { json: VALID_FOR_ANY }),
  });
}

/** A body that every operation takes if it leaves out what it does not know. */
const VALID_FOR_ANY = {
  text: "x",
  unread: true,
  reason: "other",
  confirm: true,
  decision: "approve",
  name: "x",
  mimeType: "text/plain",
  bytes: "AAAA",
  localPart: "carol",
  limits: { perDay: "1" },
  price: "9",
  return: "1",
  dueAt: "2030-01-31T12:00:00Z",
  validUntil: "2026-01-20T12:00:00Z",
  domain: "carol.example",
  id: "dom_0",
};

test("only health and public offers are open to nobody", () => {
  const open = ROUTES.filter((route) => !GUARDED.includes(route));
  expect(open.map(nameOf)).toEqual(OPEN);
});

test("every route is a member's, an owner's or a newcomer's", () => {
  const known = [...MEMBERS, ...OWNERS, ...NEWCOMERS];
  expect(new Set(GUARDED)).toEqual(new Set(known));
  expect(NEWCOMERS.map(nameOf)).toEqual(["POST /v1/account"]);
});

describe.each(named(GUARDED))("%s", (_name, route) => {
  const sentence = route.operation.access.sentence.in(sayInEnglish);

  test("is 401 without a token", async () => {
    const response = await call(route, own);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect((await json(response)).error).toBe(sentence);
  });

  test("is 401 with a token that nobody has", async () => {
    const token = `svc_${"A".repeat(43)}_000000`;
    const response = await call(route, own, token);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
    expect((await json(response)).error).toBe(sentence);
  });

  test("is 401 with a session token that ran out, and says so", async () => {
    const response = await call(route, own, tokens.expired);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
    expect(await json(response)).toMatchObject({
      code: "session_expired",
      error: sentence,
    });
  });
});

test("what somebody chooses an address by is all that they may do before they have an account", () => {
  const open = GUARDED.filter(({ operation }) => operation.access.newcomers);
  expect(open.map(nameOf)).toEqual([
    "GET /api/addresses/free/available",
    "GET /api/addresses/free/suggestions",
  ]);
});

describe.each(
  named(
    [...MEMBERS, ...OWNERS].filter(
      ({ operation }) => !operation.access.newcomers,
    ),
  ),
)("%s", (_name, route) => {
  test("is 403 for somebody whose account is not made yet", async () => {
    const response = await call(route, own, tokens.newcomer);
    expect(response.status).toBe(403);
    expect((await json(response)).code).toBe("signup_required");
  });
});

describe.each(named(MEMBERS))("%s", (_name, route) => {
  test("is 403 for a credential of the owner without its scope", async () => {
    const response = await call(route, own, tokens.useless);
    expect(response.status).toBe(403);
    const { code, scope } = await json(response);
    expect(code).toBe("insufficient_scope");
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="${scope}"`,
    );
  });
});

describe.each(named([...OWNERS, ...NEWCOMERS]))("%s", (_name, route) => {
  test("is 403 for every agent, the owner's own with full rights too", async () => {
    for (const token of [tokens.agent, tokens.useless, tokens.stranger]) {
      const response = await call(route, own, token);
      expect(response.status).toBe(403);
      expect((await json(response)).code).toBe("forbidden");
    }
  });
});

/**
 * A stranger gets the same answer about another account's thing as about one that is not there.
 */
async function toldAlike(route: Guarded, token: string): Promise<void> {
  const foreign = await call(route, own, token);
  const absent = await call(route, ABSENT, token);
  expect(foreign.status).toBe(404);
  expect(withoutPlace(await json(foreign))).toEqual(
    withoutPlace(await json(absent)),
  );
}

describe.each(named(OF_CONVERSATION))("%s", (_name, route) => {
  test("answers a stranger as if nothing were there", async () => {
    await toldAlike(route, tokens.stranger);
    await toldAlike(route, tokens.strangerSession);
  });
});

describe.each(named(OF_PERSON))("%s", (_name, route) => {
  test("answers another person as if nothing were there", async () => {
    await toldAlike(route, tokens.strangerSession);
  });
});

test.each(GUARDED.filter(({ path }) => path.startsWith("/api/addresses/")))(
  "$method $path answers in the words of the address API",
  async (route) => {
    const { error, detail } = await json(await call(route, own));
    expect(error).toBe("Sign in to reserve an address.");
    expect(detail).toBe(error);
  },
);

function withoutPlace(problem: object): object {
  return { ...problem, instance: "", requestId: "" };
}

test("nothing of it changed anything", async () => {
  const list = await service.fetch("/v1/conversations", {
    token: tokens.stranger,
  });
  expect((await json(list)).conversations).toEqual([]);
  const domains = await service.fetch("/api/addresses/domains", {
    token: tokens.stranger,
  });
  expect(await json(domains)).toEqual({ domains: [] });
  const token = tokens.strangerSession;
  const access = await service.fetch("/v1/credentials", { token });
  expect((await json(access)).credentials).toHaveLength(1);
  expect(service.logged).toEqual([]);
});
