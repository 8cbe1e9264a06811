import { afterAll, beforeAll, expect, test } from "bun:test";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;
/** A conversation in each state that an answer may have links for. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService({
    env: { LEDGER_OPENING_CREDIT: "20", AGENT_AUTO_LIMIT: "5" },
  });
  alice = await service.addAccount("alice");
  bob = await service.addAccount("bob");
  const { accountId } = alice;
  await service.operate(creditAccount, { accountId, amount: "1" });
  const file = { name: "a.txt", mimeType: "text/plain", bytes: "aGk=" };
  const create = async (more: object) =>
    (await post(alice, "/v1/conversations", { ...request, ...more })).json
      .conversationId;
  const request = { to: [bob.address], text: "Hello", submit: true };
  const held = await create({ price: "1.00", artifacts: [file] });
  const ended = await create({});
  await post(alice, `/v1/conversations/${ended}/cancel`, { reason: "no" });
  ids = {
    held,
    ended,
    draft: await create({ submit: false }),
    waiting: await create({ price: "9.00" }),
  };
});

afterAll(() => service[Symbol.asyncDispose]());

interface Answer {
  readonly who: TestAccount;
  readonly json: {
    readonly conversationId: string;
    readonly [member: string]: unknown;
  };
  readonly text: string;
  readonly headers: Headers;
}

async function ask(
  who: TestAccount,
  path: string,
  request: Parameters<TestService["fetch"]>[1] = {},
): Promise<Answer> {
  const response = await service.fetch(path, { token: who.token, ...request });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const json = isJson ? JSON.parse(text) : {};
  return { who, json, text, headers: response.headers };
}

function post(who: TestAccount, path: string, json: object): Promise<Answer> {
  const headers = { accept: "application/json" };
  return ask(who, path, { method: "POST", json, headers });
}

/** The links of an answer: addresses in its text, paths by their names, headers. */
function linksIn({ text, headers }: Answer): string[] {
  const found = [
    ...(text.match(/https?:\/\/[^\s"'<>\\)`\]]+/g) ?? []),
    ...[...text.matchAll(/\\?"path\\?":\\?"(\/[^"\\]+)/g)].map(
      ([, path = ""]) => path,
    ),
    ...(headers.get("www-authenticate")?.match(/http[^"]+/g) ?? []),
    ...(headers.get("location") ? [headers.get("location") ?? ""] : []),
    ...(headers.get("link")?.match(/(?<=<)[^>]+/g) ?? []),
  ];
  return (
    found
      .map((link) => link.replace(/[.,;:]+$/, ""))
      // A link that ends in /@ or holds … waits for the reader's own part.
      .filter((link) => !/\/@$|…/.test(link))
      .filter((link) => link.startsWith("/") || isOurs(link))
  );
}

function isOurs(link: string): boolean {
  const { host, hostname } = new URL(link);
  return (
    host === `127.0.0.1:${service.port}` || /inbox\.localhost$/.test(hostname)
  );
}

/** Opens a link as whoever got it would; a stream is left again at once. */
async function open(who: TestAccount, link: string): Promise<Response> {
  const url = new URL(link, service.baseUrl);
  const response = await service.fetch(url.pathname + url.search, {
    token: who.token,
    headers: {
      // Names below localhost lead to this machine, whatever the resolver says.
      host: url.host,
      accept: "text/html, application/json, text/event-stream, */*",
    },
  });
  await response.body?.cancel();
  return response;
}

/** A link leads somewhere if it is served; what takes POST says so. */
async function whyDead({ who, link }: Link): Promise<string | undefined> {
  const { status, headers } = await open(who, link);
  if (status === 405 && headers.get("allow")?.includes("POST"))
    return undefined;
  // The parameters of an OAuth client are not known here.
  if (link.includes("/oauth/") && status === 400) return undefined;
  return status < 400 ? undefined : `${status} ${link}`;
}

interface Link {
  readonly who: TestAccount;
  readonly link: string;
}

/** Every link of some answers leads somewhere; the answers have some. */
async function expectAlive(
  answers: readonly Answer[],
  wanted: readonly RegExp[],
): Promise<void> {
  const links = answers.flatMap((answer) =>
    linksIn(answer).map((link) => ({ who: answer.who, link })),
  );
  for (const pattern of wanted) {
    expect(links.map(({ link }) => link)).toContainEqual(
      expect.stringMatching(pattern),
    );
  }
  const distinct = new Map(
    links.map((it) => [`${it.who.accountId} ${it.link}`, it]),
  );
  const dead = await Promise.all([...distinct.values()].map(whyDead));
  expect(dead.filter((it) => it !== undefined)).toEqual([]);
}

const OF_CONVERSATION = [
  /\/c\/cnv_\w+$/,
  /\/compose\/cnv_\w+$/,
  /\/v1\/conversations\/cnv_\w+$/,
  /\/subscribe$/,
  /\/audit$/,
  /\/artifacts\/art_\w+$/,
];

test("every link of the answers of REST leads somewhere", async () => {
  const answers: Answer[] = [];
  for (const who of [alice, bob]) {
    for (const path of [
      "/v1/conversations",
      "/v1/conversations?limit=1",
      ...Object.values(ids).map(
        (id) => `/v1/conversations/${id}?includeAudit=1`,
      ),
      "/v1/account",
      "/v1/profile",
      "/v1/payments?limit=1",
      "/v1/agents",
      "/v1/agents/card?agentId=bob",
      `/v1/quotes?skillId=receive_message&to=${bob.address}`,
      `/api/router/resolve?address=${bob.address}`,
      "/api/addresses/free",
      "/v1/conversations/cnv_0",
      "/v1/conversations?view=none",
      "/api/tasks",
    ]) {
      answers.push(await ask(who, path));
    }
  }
  await expectAlive(answers, [
    ...OF_CONVERSATION,
    /\/problems\/conversation_not_found$/,
    /\/docs\/errors#invalid_view$/,
    /\/\.well-known\/agent-card\.json$/,
  ]);
});

test("every link of the answers of MCP leads somewhere", async () => {
  const call = (who: TestAccount, name: string, args: object) =>
    post(who, "/api/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: `svc.${name}`, arguments: args },
    });
  const answers: Answer[] = [];
  for (const who of [alice, bob]) {
    answers.push(
      await call(who, "list_conversations", {}),
      await call(who, "discover_agents", {}),
      await call(who, "get_agent_card", {
        agentId: "bob",
        extended: true,
        detail: "full",
      }),
      await call(who, "resolve_address", { address: bob.address }),
      await call(who, "get_conversation", { conversationId: "cnv_0" }),
    );
    for (const conversationId of Object.values(ids)) {
      answers.push(
        await call(who, "get_conversation", { conversationId, detail: "full" }),
      );
    }
  }
  const nobody = await post({ ...alice, token: "none" }, "/api/mcp", {});
  answers.push({ ...nobody, who: alice }, await ask(alice, "/api/mcp"));
  await expectAlive(answers, [
    ...OF_CONVERSATION,
    /\/\.well-known\/oauth-protected-resource\/api\/mcp$/,
    /\/problems\/conversation_not_found$/,
    /\/ext\/account\/v1$/,
  ]);
});

test("every link of the answers of A2A leads somewhere", async () => {
  const call = (who: TestAccount, method: string, params: object) =>
    post(who, "/a2a", { jsonrpc: "2.0", id: 1, method, params });
  const answers: Answer[] = [];
  for (const who of [alice, bob]) {
    answers.push(
      await call(who, "ListTasks", { includeArtifacts: true }),
      await call(who, "GetExtendedAgentCard", {}),
      await call(who, "GetExtendedAgentCard", { tenant: "bob" }),
    );
    for (const id of Object.values(ids)) {
      answers.push(await call(who, "GetTask", { id }));
    }
  }
  await expectAlive(answers, [
    /\/c\/cnv_\w+$/,
    /\/compose\/cnv_\w+$/,
    /\/a2a$/,
  ]);
});

test("every link of the public documents leads somewhere", async () => {
  const answers: Answer[] = [];
  for (const path of [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/api/mcp",
    "/.well-known/agent-card.json",
    "/@bob/agent-card.json",
    "/llms.txt",
    "/openapi.json",
  ]) {
    answers.push(await ask(alice, path));
  }
  await expectAlive(answers, [
    /\/oauth\/authorize$/,
    /\/oauth\/token$/,
    /\/docs$/,
  ]);
});
