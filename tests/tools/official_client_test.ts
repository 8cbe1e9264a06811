import { expect, setDefaultTimeout, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import {
  CallToolResultSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";

setDefaultTimeout(30_000);

/**
 * Every tool with its title and the hints that are true, in the order of the list.
 * Whoever changes this table changes what every client shows and asks.
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
  "svc.delete_draft | Delete a draft | destructive idempotent",
  "svc.sign_receipt | Sign a receipt | destructive idempotent",
  "svc.complete_conversation | Complete a conversation | idempotent",
  "svc.fund_conversation | Fund a conversation | destructive openWorld",
  "svc.raise_price | Raise the price | idempotent",
  "svc.refund_payment | Refund a payment | destructive",
  "svc.list_payments | Read the statement | readOnly idempotent",
  "svc.list_contacts | List contacts | destructive idempotent",
  "svc.get_digest | Read the digest | readOnly idempotent",
  "svc.read_artifact | Read an artifact | readOnly idempotent",
];
const HINTS = ["readOnly", "destructive", "idempotent", "openWorld"] as const;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** The official client as its users make it: a URL and a header. */
async function connect(
  { baseUrl }: TestService,
  { token, fetch }: { readonly token?: string; readonly fetch?: Fetch },
): Promise<Connected> {
  const headers =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(
    new URL("/api/mcp", baseUrl),
    { requestInit: { headers }, ...(fetch && { fetch }) },
  );
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  return {
    client,
    transport,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** What the tools' outputs have in common, as far as the story looks into them. */
interface Output {
  readonly conversationId: string;
  readonly state: string;
  readonly artifactId: string;
  readonly waiting: readonly object[];
  readonly shown: string;
  readonly displayName: string;
  readonly description: string;
  readonly items: readonly { readonly name: string; readonly url: string }[];
  readonly deleted: boolean;
  readonly recorded: boolean;
  readonly hasMore: boolean;
  readonly outcome: string;
  readonly to: string;
  readonly charged: boolean;
  readonly contacts: readonly { readonly address: string }[];
  readonly receipt: { readonly price: string };
  readonly payment: { readonly status: string };
  readonly available: { readonly amount: string };
  readonly entries: readonly { readonly kind: string }[];
  readonly records: readonly { readonly type: string }[];
  readonly conversations: readonly Output[];
  readonly conversation: {
    readonly title: string;
    readonly unread: boolean;
    readonly checkpoints: readonly { readonly checkpointId: string }[];
    readonly payment: { readonly status: string };
  };
  readonly messages: readonly { readonly text: string }[];
}

/** Calls one tool; the client holds the output against the listed schema itself. */
async function raw(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: args });
  return CallToolResultSchema.parse(result);
}

function textOf({ content: [block] }: CallToolResult): string {
  if (block?.type !== "text") throw new TypeError("Expected a text block");
  return block.text;
}

/**
 * A caller that must succeed, and that remembers which tools it called. Each result is
 * read whole and in short: of a write its repeat, which does nothing.
 */
function caller(called: Set<string>) {
  return async ({ client }: Connected, name: string, args: object) => {
    called.add(name);
    const { tools } = await client.listTools();
    const listed = tools.find((it) => it.name === name);
    const once = listed?.annotations?.readOnlyHint
      ? args
      : { ...args, idempotencyKey: crypto.randomUUID() };
    const whole = await raw(client, name, { ...once, detail: "full" });
    const short = await raw(client, name, { ...once });
    for (const result of [whole, short]) {
      expect([name, result.isError, textOf(result)]).toEqual([
        name,
        undefined,
        JSON.stringify(result.structuredContent),
      ]);
    }
    return unfenced(whole.structuredContent) as unknown as Output;
  };
}

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

test("the official client tells one story with every listed tool", async () => {
  await using service = await startService();
  const accounts = {
    alice: await service.addAccount("alice", { credit: "100.00" }),
    bob: await service.addAccount("bob"),
  };
  await using alice = await connect(service, accounts.alice);
  await using bob = await connect(service, accounts.bob);
  // Only a client that has listed the tools checks what they give.
  const { tools } = await alice.client.listTools();
  await bob.client.listTools();
  const called = new Set<string>();
  const call = caller(called);
  const to = [accounts.bob.address];
  const write = (title: string, more: object = {}) =>
    call(alice, "svc.create_conversation", {
      title,
      to,
      parts: [{ text: `About ${title}` }],
      ...more,
    });

  await service.fetch("/v1/profile", {
    method: "PUT",
    token: accounts.bob.token,
    json: { listed: true, description: "Draws logos" },
  });
  const { items } = await call(alice, "svc.discover_agents", { query: "logo" });
  expect(items.map(({ name }) => name)).toEqual(["bob"]);
  const card = await call(alice, "svc.get_agent_card", {
    url: items[0]?.url,
    extended: true,
  });
  expect(card.description).toBe("Draws logos");

  const { address } = accounts.bob;
  const found = await call(alice, "svc.resolve_address", { address });
  expect(found.displayName).toBe("bob");
  const quote = await call(alice, "svc.quote_access", {
    skillId: "receive_message",
    to: address,
  });
  expect([quote.to, quote.charged]).toEqual([address, false]);
  expect((await call(alice, "svc.list_contacts", {})).contacts).toEqual([]);

  const { conversationId, ...paid } = await write("A logo", { price: "5.00" });
  expect([paid.state, paid.conversation.payment.status]).toEqual([
    "submitted",
    "held",
  ]);
  const listed = await call(bob, "svc.list_conversations", {
    view: "needs_you",
  });
  expect(listed.conversations.map((it) => it.conversationId)).toEqual([
    conversationId,
  ]);
  const read = await call(bob, "svc.get_conversation", {
    conversationId,
    includeAudit: true,
  });
  expect(read.messages.map(({ text }) => text)).toEqual(["About A logo"]);
  const [checkpoint] = read.conversation.checkpoints;
  const decided = await call(bob, "svc.record_hil_decision", {
    conversationId,
    checkpointId: checkpoint?.checkpointId,
    decision: "approve",
    comment: "Gladly",
  });
  expect(decided.recorded).toBe(true);
  const { artifactId } = await call(bob, "svc.add_artifact", {
    conversationId,
    name: "logo.svg",
    mimeType: "image/svg+xml",
    bytes: Buffer.from("<svg/>").toString("base64"),
  });
  const logo = { conversationId, artifactId };
  expect((await call(bob, "svc.read_artifact", logo)).shown).toBe("link");
  const answered = await call(bob, "svc.send_message", {
    conversationId,
    parts: [{ text: "Here it is" }],
    artifactIds: [artifactId],
  });
  expect(answered.state).toBe("working");
  const raise = { conversationId, price: "8.00" };
  const raised = await call(bob, "svc.raise_price", raise);
  expect(raised.state).toBe("auth-required");
  const funded = await call(alice, "svc.fund_conversation", raise);
  expect([funded.state, funded.payment.status]).toEqual(["working", "held"]);
  const signed = await call(bob, "svc.sign_receipt", {
    conversationId,
    confirm: true,
    statement: "Delivered",
  });
  expect([signed.state, signed.payment.status, signed.receipt.price]).toEqual([
    "completed",
    "released",
    "8.00",
  ]);
  await call(alice, "svc.request_refund", { conversationId, reason: "Late" });
  const refunded = await call(bob, "svc.refund_payment", { conversationId });
  expect(refunded.payment.status).toBe("refunded");
  const { available } = await call(alice, "svc.get_balance", {});
  expect(available.amount).toBe("100.00");
  const statement = await call(alice, "svc.list_payments", {});
  expect(statement.entries.map(({ kind }) => kind)).toEqual([
    "refund",
    "hold",
    "hold",
    "fund",
  ]);
  const digest = await call(alice, "svc.get_digest", {});
  expect(digest.waiting).toEqual([]);
  const audit = await call(alice, "svc.read_audit", { conversationId });
  expect(audit.records.map(({ type }) => type)).toContain("receipt.signed");

  const preview = await call(alice, "svc.preview_conversation", {
    to,
    parts: [{ text: "A draft" }],
  });
  expect(preview.outcome).toBe("sends");
  const draft = await write("A drft", { submit: false });
  expect(draft.state).toBe("draft");
  const mended = await call(alice, "svc.update_conversation", {
    conversationId: draft.conversationId,
    title: "A draft",
  });
  expect(mended.conversation.title).toBe("A draft");
  const free = { conversationId: draft.conversationId };
  expect((await call(alice, "svc.submit_draft", free)).state).toBe("submitted");
  await call(bob, "svc.send_message", { ...free, parts: [{ text: "Done" }] });
  const done = await call(bob, "svc.complete_conversation", free);
  expect(done.state).toBe("completed");

  const { conversationId: regretted } = await write("Oh no", { submit: false });
  const gone = { conversationId: regretted };
  expect((await call(alice, "svc.delete_draft", gone)).deleted).toBe(true);
  const { conversationId: stopped } = await write("Never mind", { price: 2 });
  const canceled = await call(alice, "svc.cancel_conversation", {
    conversationId: stopped,
    reason: "Found it myself",
  });
  // Its person decides: a price is held.
  expect([canceled.state, canceled.payment.status]).toEqual([
    "input-required",
    "held",
  ]);
  const review = { conversationId: stopped };
  const { outcome } = await call(alice, "svc.request_review", review);
  expect(outcome).toBe("needs_person");
  expect([...called]).toEqual(
    expect.arrayContaining(tools.map(({ name }) => name)),
  );
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
    expect(alice.client.getInstructions()).toContain("untrusted");
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
