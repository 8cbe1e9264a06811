import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ROOT } from "../../../scripts/server_process.ts";
import type { TestAccount, TestService } from "../../harness.ts";
import { startService } from "../../harness.ts";

const SVC = join(ROOT, "packages/terminal/src/main.ts");
const SELF = { name: "test", version: "1.0.0" };

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
});
afterAll(() => service[Symbol.asyncDispose]());

/** How a client of MCP starts the bridge of somebody. */
const bridgeOf = ({ token }: Pick<TestAccount, "token">) => ({
  command: process.execPath,
  args: [SVC, "mcp"],
  env: { SVC_URL: service.baseUrl, SVC_TOKEN: token },
});

/** The fields of a result for a model that the story reads. */
function seen(result: Readonly<Record<string, unknown>>) {
  return result.structuredContent as {
    readonly conversationId: string;
    readonly state: string;
    readonly conversations: readonly { readonly conversationId: string }[];
  };
}

test("the README's story is told over the bridge, by the official clients of both eras", async () => {
  const older = new OlderClient(SELF);
  await older.connect(new OlderTransport(bridgeOf(alice)));
  const newer = new Client(SELF, { versionNegotiation: { mode: "auto" } });
  await newer.connect(new StdioClientTransport(bridgeOf(bob)));
  const { tools } = await newer.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain("svc_create_conversation");
  expect((await older.listTools()).tools.map(({ name }) => name)).toEqual(
    names,
  );
  const sent = await older.callTool({
    name: "svc_create_conversation",
    arguments: {
      to: [bob.address],
      title: "A question",
      parts: [{ text: "Can you look at this?" }],
      price: "5.00",
    },
  });
  const { conversationId } = seen(sent);
  const call = async (name: string, args: object) =>
    seen(await newer.callTool({ name, arguments: { ...args } }));
  const listed = await call("svc_list_conversations", { view: "needs_you" });
  expect(listed.conversations.map((it) => it.conversationId)).toEqual([
    conversationId,
  ]);
  const parts = [{ text: "Yes: here is what I think." }];
  const answered = await call("svc_send_message", { conversationId, parts });
  expect(answered.state).toBe("working");
  const receipt = { conversationId, confirm: true };
  expect((await call("svc_sign_receipt", receipt)).state).toBe("completed");
  await Promise.all([older.close(), newer.close()]);
});

/** Runs the bridge on what is piped in; its output line by line. */
async function piped(
  lines: readonly (object | string)[],
  env: Readonly<Record<string, string>>,
) {
  const text = lines.map((it) =>
    typeof it === "string" ? it : JSON.stringify(it),
  );
  const child = Bun.spawn([process.execPath, SVC, "mcp"], {
    env,
    stdin: new Blob([`${text.join("\n")}\n`]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const messages = out
    .split("\n")
    .filter(Boolean)
    .map((it) => JSON.parse(it));
  return { messages, err, code };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: SELF },
};

test("standard output holds the protocol and nothing else, whatever comes in", async () => {
  const { messages, err, code } = await piped(
    [
      initialize,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      "no json",
      { jsonrpc: "2.0", id: "two", method: "tools/list" },
      { jsonrpc: "2.0", id: 3, method: "no/such" },
      {
        jsonrpc: "2.0",
        id: 4,
        method: "tools/call",
        params: { name: "svc_ünbekannt", arguments: {} },
      },
    ],
    bridgeOf(alice).env,
  );
  expect([err, code]).toEqual(["", 0]);
  expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  const byId = new Map(messages.map((it) => [it.id, it]));
  expect(byId.get(1).result.protocolVersion).toBe("2025-06-18");
  expect(byId.get("two").result.tools.length).toBeGreaterThan(20);
  expect(byId.get(3).error.code).toBe(-32601);
  expect(byId.get(4).error.code).toBe(-32602);
  expect(byId.get(null).error.code).toBe(-32700);
  expect(messages).toHaveLength(5);
});

test("a login that is not valid and a service that is away are errors of the protocol", async () => {
  const env = bridgeOf({ token: "svc_wrong" }).env;
  const { messages } = await piped([initialize], env);
  expect(messages).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  expect(messages[0].error.message).toContain("svc login");
  const none = await piped([initialize], { XDG_CONFIG_HOME: "/nowhere" });
  expect(none).toMatchObject({ messages: [], code: 3 });
  expect(none.err).toStartWith("Cannot reach your inbox");
});
