import { describe, expect, test } from "bun:test";
import { defineQuery, MEMBER } from "../../src/core/access/operation.ts";
import type { JsonObject } from "../../src/core/base/json.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { closed } from "../../src/core/base/schemas.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { readArguments } from "../../src/tools/mappings.ts";
import { createRegistry } from "../../src/tools/registry.ts";

const HINTS = { destructive: false, idempotent: true, openWorld: false };
const REGISTRY = createRegistry(OPERATIONS);

test("a field that takes one text is not listed as one that takes a list", () => {
  const quote = REGISTRY.dotted.find(({ name }) => name === "svc.quote_access");
  const to = quote?.inputSchema.properties.to;
  expect(to).toMatchObject({ type: "string" });
  expect(to).not.toHaveProperty("anyOf");
});

/** The inputs that were published with 0.1: required, then optional. */
const INPUTS: readonly [string, readonly string[], readonly string[]][] = [
  ["svc.discover_agents", [], ["query", "limit"]],
  ["svc.get_agent_card", [], ["url", "agentId", "extended"]],
  [
    "svc.create_conversation",
    ["title", "to"],
    [
      "parts",
      "price",
      "contactType",
      "release",
      "releaseAction",
      "contextId",
      "firstUse",
    ],
  ],
  [
    "svc.send_message",
    [],
    ["parts", "conversationId", "taskId", "artifactIds"],
  ],
  ["svc.get_conversation", ["conversationId"], ["includeAudit"]],
  ["svc.list_conversations", [], ["view"]],
  ["svc.cancel_conversation", ["conversationId", "reason"], []],
  [
    "svc.add_artifact",
    ["conversationId", "name", "mimeType"],
    ["bytes", "uri"],
  ],
  ["svc.request_review", ["conversationId"], []],
  [
    "svc.record_hil_decision",
    ["conversationId", "decision"],
    ["checkpointId", "comment"],
  ],
  ["svc.read_audit", ["conversationId"], ["after"]],
  ["svc.quote_access", ["to"], ["skillId", "conversationId"]],
];

function toolNamed(name: string) {
  const tool = REGISTRY.dotted.find((it) => it.name === name);
  if (!tool) throw new Error(`No tool ${name}`);
  return tool;
}

describe("the list of tools", () => {
  test.each(INPUTS)("keeps the inputs of %s", (name, required, optional) => {
    const { inputSchema } = toolNamed(name);
    expect(inputSchema.required ?? []).toEqual([...required]);
    const fields = Object.keys(inputSchema.properties);
    expect(fields).toEqual(expect.arrayContaining([...required, ...optional]));
  });

  test("keeps the order", () => {
    const names = REGISTRY.dotted.map(({ name }) => name);
    const wanted = INPUTS.map(([name]) => name);
    expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
  });

  test("has no dotted name of a tool anywhere for a client that refuses dots", () => {
    expect(REGISTRY.lists.underscored).not.toContain("svc.");
    expect(REGISTRY.lists.dotted).not.toContain("svc_");
  });

  test("names no dialect of JSON Schema, which some clients refuse", () => {
    const { dotted, underscored } = REGISTRY.lists;
    for (const list of [dotted, underscored]) {
      expect(list).toContain('"inputSchema"');
      expect(list).not.toContain("$schema");
    }
  });

  const named = (name: string) =>
    defineQuery({
      name,
      title: name,
      description: "See svc.wait.",
      access: MEMBER,
      input: closed({}),
      output: closed({}),
      tool: HINTS,
      run: async () => ({}),
    });

  test("is not made if two tools would share a name", () => {
    const rows = [
      [named("a"), named("a")],
      [named("get_conversation"), named("get_task")],
      [named("send_message"), named("send_task_message")],
    ];
    for (const operations of rows) {
      expect(() => createRegistry(operations)).toThrow("Two tools are called");
    }
  });

  test("takes a key for each tool that changes something, and for no other", () => {
    for (const list of [REGISTRY.dotted, REGISTRY.underscored]) {
      const saying = list.filter(
        ({ inputSchema }) => "idempotencyKey" in inputSchema.properties,
      );
      expect(saying.map(({ name }) => name)).toEqual(
        list
          .filter(({ annotations }) => !annotations.readOnlyHint)
          .map(({ name }) => name),
      );
      expect(saying.length).toBeGreaterThan(10);
    }
  });

  test("speaks of other tools in the spelling that it lists", () => {
    const { dotted, underscored } = createRegistry([named("a")]);
    expect(dotted[0]?.description).toBe("See svc.wait.");
    expect(underscored[0]?.description).toBe("See svc_wait.");
  });
});

describe("a call's arguments", () => {
  const inputOf = (name: string, given: JsonObject): JsonObject => {
    const spelling = REGISTRY.find(name);
    if (!spelling) throw new Error(`No tool ${name}`);
    return readArguments(spelling, given).input;
  };

  test("submit a conversation, unless they say that they do not", () => {
    const name = "svc.create_conversation";
    expect(inputOf(name, { title: "a" })).toEqual({ title: "a", submit: true });
    expect(inputOf(name, { submit: false })).toEqual({ submit: false });
  });

  test("list few conversations, unless they ask for more", () => {
    const name = "svc.list_conversations";
    expect(inputOf(name, {})).toEqual({
      limit: LIMITS.toolPageDefault,
      fields: "summary",
    });
    expect(inputOf(name, { limit: 50 })).toEqual({
      limit: 50,
      fields: "summary",
    });
  });

  test("may say taskId for the conversation, whatever the tool", () => {
    for (const name of [
      "svc.get_task",
      "svc_cancel_task",
      "svc.sign_receipt",
    ]) {
      const input = inputOf(name, { taskId: "x" });
      expect(input).toMatchObject({ conversationId: "x" });
      expect(input).not.toHaveProperty("taskId");
    }
    expect(inputOf("svc.get_balance", { taskId: "x" })).toEqual({
      taskId: "x",
    });
    expect(() =>
      inputOf("svc.send_message", { taskId: "x", conversationId: "y" }),
    ).toThrow("taskId");
  });

  test("may say draft for what is not submitted", () => {
    const name = "svc.create_conversation";
    expect(inputOf(name, { draft: true })).toEqual({ submit: false });
    expect(inputOf(name, { draft: false })).toEqual({ submit: true });
    expect(() => inputOf(name, { draft: true, submit: true })).toThrow("draft");
    expect(() => inputOf(name, { draft: "yes" })).toThrow("draft");
  });

  test("may name the type of a part, and put the text beside the parts", () => {
    const name = "svc.send_message";
    const url = "https://a.example/";
    expect(inputOf(name, { parts: [{ type: "text", text: "a" }] })).toEqual({
      parts: [{ text: "a" }],
    });
    expect(inputOf(name, { text: "a", parts: [{ type: "url", url }] })).toEqual(
      { parts: [{ text: "a" }, { url }] },
    );
    // Whether two texts are the same is for the operation to say.
    const both = { text: "a", parts: [{ text: "b" }] };
    expect(inputOf(name, both)).toEqual(both);
    expect(inputOf(name, { parts: [{ type: "poem", text: "a" }] })).toEqual({
      parts: [{ type: "poem", text: "a" }],
    });
  });

  test("may say 1 for the audit chain", () => {
    const given = { conversationId: "x", includeAudit: 1 };
    expect(inputOf("svc.get_conversation", given)).toMatchObject({
      includeAudit: true,
    });
  });

  test("say apart how much is wanted, and under which key", () => {
    const spelling = REGISTRY.find("svc.get_balance");
    if (!spelling) throw new Error("No tool");
    const given = { detail: "full", idempotencyKey: "k" };
    expect(readArguments(spelling, given)).toEqual({
      input: {},
      isFull: true,
      idempotencyKey: "k",
    });
    expect(() => readArguments(spelling, { detail: "all" })).toThrow("detail");
  });
});
