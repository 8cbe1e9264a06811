import { describe, expect, test } from "bun:test";
import { defineQuery, MEMBER } from "../../src/core/access/operation.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { closed } from "../../src/core/base/schemas.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import type { JsonObject } from "../../src/tools/mappings.ts";
import { readArguments } from "../../src/tools/mappings.ts";
import { createRegistry } from "../../src/tools/registry.ts";

const HINTS = { destructive: false, idempotent: true, openWorld: false };
const REGISTRY = createRegistry(OPERATIONS);

/** The inputs that were published with 0.1: required, then optional. */
const INPUTS: readonly [string, readonly string[], readonly string[]][] = [
  ["svc.discover_agents", [], ["query", "limit"]],
  ["svc.get_agent_card", [], ["url", "agentId", "extended"]],
  [
    "svc.create_conversation",
    ["title", "to", "parts"],
    [
      "price",
      "contactType",
      "release",
      "releaseAction",
      "contextId",
      "firstUse",
    ],
  ],
  ["svc.send_message", ["parts"], ["conversationId", "taskId", "artifactIds"]],
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
    ["conversationId", "checkpointId", "decision", "comment"],
    [],
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

  test("names no dialect of JSON Schema, which some clients refuse", () => {
    const { dotted, underscored } = REGISTRY.lists;
    for (const list of [dotted, underscored]) {
      expect(list).toContain('"inputSchema"');
      expect(list).not.toContain("$schema");
    }
  });

  const named = (name: string, tool: { readonly name?: string } = {}) =>
    defineQuery({
      name,
      title: name,
      description: "See svc.wait.",
      access: MEMBER,
      input: closed({}),
      output: closed({}),
      tool: { ...HINTS, ...tool },
      run: async () => ({}),
    });

  test("is not made if two tools would share a name", () => {
    const rows = [
      [named("a"), named("b", { name: "a" })],
      [named("get_conversation"), named("get_task")],
      [named("send_message"), named("send_task_message")],
    ];
    for (const operations of rows) {
      expect(() => createRegistry(operations)).toThrow("Two tools are called");
    }
  });

  test("says of each tool that changes something how it is repeated, and of no other", () => {
    const member = 'params._meta["svc/idempotencyKey"]';
    for (const list of [REGISTRY.dotted, REGISTRY.underscored]) {
      const saying = list.filter(({ description }) =>
        description.includes(member),
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
    return readArguments(spelling, given);
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

  test("say taskId only where the name of the tool does, or to send_message", () => {
    const renamed = ["svc.get_task", "svc_cancel_task", "svc.send_message"];
    for (const name of renamed) {
      expect(inputOf(name, { taskId: "x" })).toMatchObject({
        conversationId: "x",
      });
    }
    expect(inputOf("svc.get_conversation", { taskId: "x" })).toEqual({
      taskId: "x",
      limit: LIMITS.toolMessagesDefault,
    });
  });
});
