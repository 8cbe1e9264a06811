import { afterAll, describe, expect, test } from "bun:test";
import type { Headers } from "./mcp_endpoint.ts";
import { callOf, request, startEndpoint } from "./mcp_endpoint.ts";

const { service, bob, post, say } = await startEndpoint();
afterAll(async () => await service[Symbol.asyncDispose]());

/** A tool in a sentence of the service, as it is documented. */
const OURS = /svc\.[a-z]+_/;

describe("the names of the tools", () => {
  async function listed(query: string): Promise<readonly string[]> {
    const { result } = await say(request("tools/list"), {}, query);
    return result?.tools?.map(({ name }) => name) ?? [];
  }

  async function create(name: string): Promise<string> {
    const parts = [{ text: "Hello" }];
    const args = { title: "Names", to: [bob.address], parts };
    const { result } = await say(callOf(name, args));
    expect([name, result?.isError]).toEqual([name, undefined]);
    return result?.structuredContent?.conversationId ?? "";
  }

  test("are listed with underscores for whoever asks, never in both ways", async () => {
    const dotted = await listed("");
    const underscored = await listed("?names=underscore");
    // Another way is refused: see the tests of what an address asks for.
    expect(await listed("?names=other")).toEqual([]);
    for (const name of dotted) expect(name).toMatch(/^svc\.[a-z_]{1,60}$/);
    for (const name of underscored) {
      expect(name).toMatch(/^svc_[a-z]+(_[a-z]+)*$/);
    }
    expect(underscored).toEqual(
      dotted.map((name) => name.replace("svc.", "svc_")),
    );
  });

  test("that no tool has are refused with the nearest one, as the caller was told it", async () => {
    const refused = async (name: string, query = "") =>
      (await say(callOf(name, {}), {}, query)).error?.message;
    const rows = [
      ["get_digest", "svc.get_digest"],
      ["svc.get-digest", "svc.get_digest"],
      ["svc.list_conversation", "svc.list_conversations"],
      ["SVC.SendMessage", "svc.send_message"],
    ] as const;
    for (const [wrong, right] of rows) {
      const hint = `Unknown tool "${wrong}": did you mean ${right}?`;
      expect(await refused(wrong)).toBe(hint);
    }
    expect(await refused("read_audits", "?names=underscore")).toBe(
      'Unknown tool "read_audits": did you mean svc_read_audit?',
    );
    expect(await refused("svc.fly")).toBe('Unknown tool "svc.fly"');
    const long = "x".repeat(100_000);
    expect((await refused(long))?.length).toBeLessThan(200);
  });

  test("are listed with underscores for a client that is known to refuse dots", async () => {
    const names = async (headers: Headers, query = "") =>
      (await say(request("tools/list"), headers, query)).result?.tools?.map(
        ({ name }) => name,
      ) ?? [];
    const sessionOf = async (clientName: string) => {
      const clientInfo = { name: clientName, version: "1" };
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo,
      };
      const response = await post(
        JSON.stringify(request("initialize", params)),
      );
      return response.headers.get("mcp-session-id");
    };
    for (const name of ["Anthropic/ClaudeAI", "claude-ai", "cursor-vscode"]) {
      const session = { "mcp-session-id": (await sessionOf(name)) ?? "" };
      expect(await names(session)).toEqual([
        ...(await listed("?names=underscore")),
      ]);
      // The address comes first.
      expect(await names(session, "?names=dotted")).toEqual([
        ...(await listed("")),
      ]);
    }
    for (const name of ["claude-code", "Visual Studio Code", "constructor"]) {
      expect(await sessionOf(name)).toBeNull();
    }
  });

  test("of a client that refuses dots stand in its instructions, unless its address asks for dots", async () => {
    const instructionsAt = async (query: string) => {
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "claude-ai", version: "1" },
      };
      const body = JSON.stringify(request("initialize", params));
      return await (await post(body, {}, query)).text();
    };
    expect(await instructionsAt("")).toContain("svc_send_message");
    expect(await instructionsAt("?names=dotted")).not.toContain("svc_");
  });

  test("stand in whatever is said in answer, in the spelling that was asked for", async () => {
    const conversationId = await create("svc.create_conversation");
    const rows: [string, object][] = [
      ["svc_send_message", { conversationId, parts: [{ text: "svc.mine" }] }],
      ["svc_get_conversation", { conversationId }],
      ["svc_list_conversations", {}],
      ["svc_request_review", { conversationId }],
      ["svc_get_conversation", { conversatonId: conversationId }],
      ["svc_get_conversation", { conversationId: "cnv_none" }],
      ["svc_fund_conversation", { conversationId }],
      ["svc_quote_access", {}],
    ];
    for (const [name, args] of rows) {
      for (const detail of [{}, { detail: "full" }]) {
        const called = callOf(name, { ...args, ...detail });
        const { result } = await say(called, {}, "?names=underscore");
        const said = JSON.stringify(result).replaceAll("svc.mine", "");
        expect([name, said]).toEqual([name, expect.not.stringMatching(OURS)]);
      }
    }
    const { result } = await say(
      callOf("svc_get_conversation", { conversationId }),
      {},
      "?names=underscore",
    );
    // Words of people stay as they are.
    expect(JSON.stringify(result)).toContain("svc.mine");
  });

  test("are taken with underscores at any URL", async () => {
    for (const query of ["", "?names=underscore"]) {
      for (const name of await listed("?names=underscore")) {
        const { error, result } = await say(callOf(name, {}), {}, query);
        expect([name, error, Array.isArray(result?.content)]).toEqual([
          name,
          undefined,
          true,
        ]);
      }
    }
  });

  test.each([".", "_"])(
    "that say task are not listed and still work, with svc%s",
    async (dot) => {
      const taskId = await create(`svc${dot}create_task`);
      const rows: [string, object][] = [
        ["send_task_message", { taskId, parts: [{ text: "More" }] }],
        ["get_task", { taskId }],
        ["list_tasks", {}],
        ["cancel_task", { taskId, reason: "Never mind" }],
      ];
      const names = [
        ...(await listed("")),
        ...(await listed("?names=underscore")),
      ];
      for (const [verb, args] of rows) {
        const name = `svc${dot}${verb}`;
        expect(names).not.toContain(name);
        const { result } = await say(callOf(name, args));
        expect([name, result?.isError]).toEqual([name, undefined]);
      }
    },
  );

  test("let send_message say taskId, and not two different ids", async () => {
    const taskId = await create("svc.create_conversation");
    const parts = [{ text: "More" }];
    const rows: [object, boolean | undefined][] = [
      [{ taskId, parts }, undefined],
      [{ taskId, conversationId: taskId, parts }, undefined],
      [{ taskId, conversationId: "cnv_other", parts }, true],
      [{ parts }, true],
    ];
    for (const [args, isError] of rows) {
      const { result } = await say(callOf("svc.send_message", args));
      expect(result?.isError).toBe(isError);
    }
  });
});
