import { expect, test } from "bun:test";
import type { Scope } from "../../src/core/identity/scopes.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";

/** A call, as REST says it and as MCP does where it has a tool for it. */
interface Wording {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly tool?: string;
  readonly args?: object;
}

/**
 * The purpose of each scope, the scope next to it, and the act that that one alone does not
 * allow.
 */
const NEIGHBOURS: readonly (readonly [Scope, Scope, Wording])[] = [
  [
    "payments:read",
    "conversations:read",
    { path: "/v1/balance", tool: "get_balance" },
  ],
  [
    "payments:read",
    "conversations:read",
    { path: "/v1/payments", tool: "list_payments" },
  ],
  [
    "profile:write",
    "addresses:write",
    {
      method: "PUT",
      path: "/v1/profile",
      body: { prices: [{ contactType: "everyone", price: "0" }] },
    },
  ],
  [
    "conversations:write",
    "conversations:read",
    { method: "POST", path: "/v1/conversations/welcome", body: {} },
  ],
];

async function overRest(
  service: TestService,
  token: string,
  { method = "GET", path, body }: Wording,
) {
  const response = await service.fetch(path, {
    method,
    token,
    ...(body && { json: body }),
  });
  return { isDone: response.ok, answer: await json(response) };
}

async function overMcp(
  service: TestService,
  token: string,
  { tool, args = {} }: Wording,
) {
  const { result } = await json(
    await service.fetch("/api/mcp", {
      method: "POST",
      token,
      headers: { accept: "application/json" },
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: `svc.${tool}`, arguments: { detail: "full", ...args } },
      },
    }),
  );
  const answer = result.isError
    ? (unfenced(result.structuredContent) ?? JSON.parse(result.content[0].text))
    : unfenced(result.structuredContent);
  return { isDone: !result.isError, answer };
}

const MISSING = { code: "insufficient_scope" };

for (const [scope, neighbour, wording] of NEIGHBOURS) {
  const { path, tool } = wording;
  test(`${path} needs ${scope}: ${neighbour} is another right`, async () => {
    await using service = await startService();
    const alice = await service.addAccount("alice");
    const poor = await service.addCredential(alice, [neighbour]);
    const rich = await service.addCredential(alice, [neighbour, scope]);
    for (const call of tool ? [overRest, overMcp] : [overRest]) {
      expect(await call(service, poor, wording)).toMatchObject({
        isDone: false,
        answer: { ...MISSING, scope },
      });
      expect((await call(service, rich, wording)).isDone).toBe(true);
    }
  });
}

test("includeAudit needs audit:read, and reading goes on without it", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const { conversationId } = await json(
    await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { text: "x" },
    }),
  );
  const poor = await service.addCredential(alice, ["conversations:read"]);
  const rich = await service.addCredential(alice, [
    "conversations:read",
    "audit:read",
  ]);
  const path = `/v1/conversations/${conversationId}`;
  const audited: Wording = {
    path: `${path}?includeAudit=1`,
    tool: "get_conversation",
    args: { conversationId, includeAudit: true },
  };
  const plain: Wording = { ...audited, path, args: { conversationId } };
  for (const call of [overRest, overMcp]) {
    expect((await call(service, poor, plain)).isDone).toBe(true);
    expect(await call(service, poor, audited)).toMatchObject({
      isDone: false,
      answer: { ...MISSING, scope: "audit:read" },
    });
    const { answer } = await call(service, rich, audited);
    expect(answer.audit.records.length).toBeGreaterThan(0);
  }
});
