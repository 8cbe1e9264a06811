import { expect, setDefaultTimeout, test } from "bun:test";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { startService } from "../harness.ts";
import type { Fetch } from "./official_client.ts";
import { connect, raw, textOf } from "./official_client.ts";

setDefaultTimeout(30_000);

/**
 * Every tool with its title and the hints that are true, in the order of the list. A change of
 * this table changes what every client shows and asks.
 */
const TOOLS = [
  "svc.discover_agents | Discover agents | readOnly idempotent",
  "svc.get_agent_card | Read an agent card | readOnly idempotent openWorld",
  "svc.create_conversation | Create a conversation | openWorld",
  "svc.send_message | Send a message | openWorld",
  "svc.get_conversation | Read a conversation | readOnly idempotent",
  "svc.list_conversations | List conversations | readOnly idempotent",
  "svc.cancel_conversation | Cancel a conversation | destructive idempotent",
  "svc.add_artifact | Add an artifact | none",
  "svc.request_review | Request a review | readOnly idempotent",
  "svc.record_hil_decision | Record a decision | destructive idempotent",
  "svc.read_audit | Read the audit chain | readOnly idempotent",
  "svc.quote_access | Quote access | readOnly idempotent",
  "svc.submit_draft | Submit a draft | openWorld",
  "svc.update_conversation | Update a conversation | destructive idempotent",
  "svc.sign_receipt | Sign a receipt | destructive idempotent",
  "svc.complete_conversation | Complete a conversation | idempotent",
  "svc.fund_conversation | Fund a conversation | destructive openWorld",
  "svc.propose_terms | Propose terms | destructive",
  "svc.refund_payment | Refund a payment | destructive openWorld",
  "svc.list_payments | Read the statement | readOnly idempotent",
  "svc.list_contacts | List contacts | readOnly idempotent",
  "svc.get_digest | Read the digest | readOnly idempotent",
  "svc.read_artifact | Read an artifact | readOnly idempotent",
  "svc.save_contact | Save a contact | destructive idempotent",
];
const HINTS = ["readOnly", "destructive", "idempotent", "openWorld"] as const;

test("the official client lists the tools with their titles and all four hints", async () => {
  await using service = await startService();
  const { token } = await service.addAccount("alice");
  await using alice = await connect(service, { token });
  const { tools, nextCursor } = await alice.client.listTools();
  expect(nextCursor).toBeUndefined();
  const rows = tools.map(({ name, title, annotations = {} }) => {
    expect(annotations.title).toBe(title);
    const hints = HINTS.map((hint) => annotations[`${hint}Hint`]);
    expect(hints).toEqual(hints.map(Boolean));
    const held = HINTS.filter((_, index) => hints[index]);
    return `${name} | ${title} | ${held.join(" ") || "none"}`;
  });
  expect(rows).toEqual(TOOLS);
  for (const { description, inputSchema, outputSchema } of tools) {
    expect(description).toBeString();
    expect(inputSchema.type).toBe("object");
    expect(outputSchema?.type).toBe("object");
    expect(JSON.stringify([inputSchema, outputSchema])).not.toContain(
      '"$schema"',
    );
  }
});

/** The members of a schema without which the inspector says that it allows anything. */
const TELLING = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"];

/** Parts of a schema that allow anything. */
function bareParts(schema: unknown, at: string): readonly string[] {
  if (typeof schema === "boolean") return [at];
  if (typeof schema !== "object" || schema === null) return [at];
  const within: Record<string, unknown> = { ...schema };
  const { properties, patternProperties, additionalProperties, items } = within;
  const named = [properties, patternProperties].flatMap((them) =>
    Object.entries(them ?? {}),
  );
  const { anyOf, oneOf, allOf } = within;
  const either = [anyOf, oneOf, allOf].flatMap((them) =>
    Array.isArray(them) ? them : [],
  );
  const isBare = !TELLING.some((it) => it in within);
  return [
    ...(isBare ? [at] : []),
    ...named.flatMap(([name, it]) => bareParts(it, `${at}/${name}`)),
    ...either.flatMap((it, index) => bareParts(it, `${at}/${index}`)),
    ...(items === undefined ? [] : bareParts(items, `${at}/items`)),
    ...(typeof additionalProperties === "object"
      ? bareParts(additionalProperties, `${at}/*`)
      : []),
  ];
}

test("no part of a tool's schemas allows anything at all", async () => {
  await using service = await startService();
  const { token } = await service.addAccount("alice");
  await using alice = await connect(service, { token });
  const { tools } = await alice.client.listTools();
  const bare = tools.flatMap(({ name, inputSchema, outputSchema }) => [
    ...bareParts(inputSchema, `${name} input`),
    ...bareParts(outputSchema, `${name} output`),
  ]);
  expect(bare).toEqual([]);
});

test("the official client reads a failure as a result that says how to mend it", async () => {
  await using service = await startService();
  const { token } = await service.addAccount("alice");
  await using alice = await connect(service, { token });
  await alice.client.listTools();
  const rows: [string, Record<string, unknown>, string, string][] = [
    [
      "svc.get_conversation",
      { conversationId: "cnv_missing" },
      "conversation_not_found",
      "svc.list_conversations",
    ],
    ["svc.create_conversation", { title: 5 }, "invalid_input", '"/title"'],
    [
      "svc.record_hil_decision",
      { conversationId: "cnv_missing", decision: "perhaps", comment: "" },
      "invalid_input",
      '"/decision"',
    ],
  ];
  for (const [name, args, code, hint] of rows) {
    const result = await raw(alice.client, name, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(JSON.parse(textOf(result)).code).toBe(code);
    expect(textOf(result)).toContain(hint);
  }
});

test("the official client hears of an unknown tool as an error of the protocol", async () => {
  await using service = await startService();
  const { token } = await service.addAccount("alice");
  await using alice = await connect(service, { token });
  const refused = await refusal(raw(alice.client, "svc.fly", {}));
  expect(refused instanceof McpError && refused.code).toBe(-32602);
});

/** Lets the client ask for a revision that is not its newest. */
function asking(version: string, seen: Response[]): Fetch {
  return async (url, init) => {
    const { body } = init ?? {};
    const response = await fetch(url, {
      ...init,
      ...(typeof body === "string" && {
        body: body.replace(
          /"protocolVersion":"[^"]*"/,
          `"protocolVersion":"${version}"`,
        ),
      }),
    });
    seen.push(response);
    return response;
  };
}

const VERSIONS: [string, string][] = [
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2099-01-01", "2025-11-25"],
];

test.each(VERSIONS)(
  "the official client asks for %s, is given %s and works on with it",
  async (asked, given) => {
    await using service = await startService();
    const { token } = await service.addAccount("alice");
    const seen: Response[] = [];
    const fetch = asking(asked, seen);
    await using alice = await connect(service, { token, fetch });
    expect(alice.transport.protocolVersion).toBe(given);
    expect(alice.transport.sessionId).toBeUndefined();
    expect(alice.client.getServerCapabilities()).toEqual({
      completions: {},
      prompts: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      tools: { listChanged: false },
    });
    expect(alice.client.getInstructions()).toContain("<N>…</N>");
    expect(await alice.client.ping()).toEqual({});
    const { tools } = await alice.client.listTools();
    expect(tools).toHaveLength(TOOLS.length);
    const result = await raw(alice.client, "svc.list_conversations", {});
    expect(result.structuredContent?.conversations).toEqual([]);
    // A stream that is refused with anything but 405 is asked for for ever.
    const statuses = new Set(seen.map(({ status }) => status));
    expect([...statuses].filter((it) => ![200, 202, 405].includes(it))).toEqual(
      [],
    );
  },
);

test("without a good token the official client cannot connect, and hears why", async () => {
  await using service = await startService();
  for (const token of [undefined, "svc_nobody"]) {
    const options = token === undefined ? {} : { token };
    const refused = await refusal(connect(service, options));
    expect(refused instanceof StreamableHTTPError && refused.code).toBe(401);
    expect(refused.message).toContain("Sign in required.");
  }
});

async function refusal(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new TypeError("Expected the call to be refused");
}
