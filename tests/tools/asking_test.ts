import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { connect, LEGACY, MODERN } from "./client_of_today.ts";
import type { Said } from "./modern.ts";
import { ask } from "./modern.ts";

setDefaultTimeout(30_000);

const META = "io.modelcontextprotocol/";
const URL_CLIENT = {
  [`${META}clientCapabilities`]: { elicitation: { url: {} } },
};
const ANSWER = "I will do it";

/** Bob has a request of Alice; his agent may write, and may not accept. */
interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  readonly agent: string;
  readonly conversationId: string;
}

const WRITES = ["conversations:read", "conversations:write"] as const;

async function startStage(
  scopes: readonly (typeof WRITES)[number][] = WRITES,
): Promise<Stage> {
  const service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title: "A lion", to: [bob.address], text: "Carve", submit: true },
  });
  const { conversationId } = (await json(response)) as {
    conversationId: string;
  };
  return {
    service,
    alice,
    bob,
    agent: await service.addCredential(bob, [...scopes]),
    conversationId,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

interface View {
  readonly state: string;
  readonly messages: readonly { readonly text: string }[];
  readonly checkpoints: readonly {
    readonly checkpointId: string;
    readonly status: string;
  }[];
}

async function read({ service, bob, conversationId }: Stage): Promise<View> {
  const path = `/v1/conversations/${conversationId}`;
  const response = await service.fetch(path, { token: bob.token });
  return ((await json(response)) as { conversation: View }).conversation;
}

/** What Bob's person does on the page. */
async function decide(stage: Stage, decision: string): Promise<void> {
  const { service, bob, conversationId } = stage;
  const { token } = await service.addSession(bob);
  const open = (await read(stage)).checkpoints.filter(
    ({ status }) => status === "open",
  );
  const checkpointId = open.at(-1)?.checkpointId;
  const response = await service.fetch(
    `/v1/conversations/${conversationId}/decisions`,
    { method: "POST", token, json: { checkpointId, decision, comment: "" } },
  );
  expect(response.status).toBe(200);
}

const parts = [{ text: ANSWER }];

function call(stage: Stage, more: object = {}) {
  const { conversationId } = stage;
  const given = { conversationId, parts };
  const params = { name: "svc.send_message", arguments: given, ...more };
  const request = { method: "tools/call", params, meta: URL_CLIENT };
  return ask(stage.service, stage.agent, request);
}

/** The state that the first call gave. */
async function asked(stage: Stage): Promise<string> {
  const { result } = await call(stage);
  expect(result?.resultType).toBe("input_required");
  return String(result?.requestState);
}

/** How often Bob's agent has acted. */
async function acts(stage: Stage): Promise<number> {
  const { messages, checkpoints } = await read(stage);
  const own = messages.filter(({ text }) => text === ANSWER).length;
  const open = checkpoints.filter(({ status }) => status === "open").length;
  // One waits already: that of the request itself.
  return own + Math.max(0, open - 1);
}

describe("a client that shows its person a link", () => {
  /** The official client, with what its person does when they are asked. */
  async function connected(stage: Stage, decision?: string) {
    const seen: unknown[] = [];
    const client: Client & AsyncDisposable = await connect(
      stage.service,
      stage.agent,
      { ...MODERN, capabilities: { elicitation: { url: {} } } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      seen.push(params);
      if (decision) await decide(stage, decision);
      return { action: "accept" };
    });
    const answer = await client.callTool({
      name: "svc.send_message",
      arguments: { conversationId: stage.conversationId, parts },
    });
    await client.close();
    return { seen, answer, text: JSON.stringify(answer.content) };
  }

  test("is asked with the page where they decide, never with a form", async () => {
    await using stage = await startStage();
    const { seen, answer, text } = await connected(stage);
    const page = `${stage.service.baseUrl}/c/${stage.conversationId}`;
    expect(seen).toEqual([
      {
        mode: "url",
        message: expect.stringContaining("Waits for"),
        url: expect.stringContaining(page),
      },
    ]);
    // They have opened it and decided nothing yet.
    expect(answer.isError).toBeUndefined();
    expect(text).toContain(page);
    expect(await acts(stage)).toBe(1);
  });

  test("hears what came of it, and the call has acted once", async () => {
    await using stage = await startStage();
    const { seen, answer, text } = await connected(stage, "approve");
    expect(seen).toHaveLength(1);
    expect(answer.isError).toBeUndefined();
    expect(text).toContain("working");
    expect(text).not.toContain("Waits for");
    expect(await acts(stage)).toBe(1);
    expect((await read(stage)).state).toBe("working");
  });

  test("hears that it was declined, as a failure", async () => {
    await using stage = await startStage();
    const { answer, text } = await connected(stage, "decline");
    expect(answer.isError).toBe(true);
    expect(text).toContain("declined");
    const { messages } = await read(stage);
    expect(messages.map((it) => it.text)).not.toContain(ANSWER);
  });

  test("needs no scope beyond the one that the call needed", async () => {
    await using stage = await startStage(["conversations:write"]);
    const { seen, answer, text } = await connected(stage, "approve");
    expect(seen).toHaveLength(1);
    expect(answer.isError).toBeUndefined();
    expect(text).not.toContain("Carve");
  });
});

describe("a client that cannot show one", () => {
  const rows: [string, typeof MODERN][] = [
    ["declares nothing", MODERN],
    ["declares forms alone", { ...MODERN, capabilities: { elicitation: {} } }],
    [
      "is of the older era, whatever it declares",
      { ...LEGACY, capabilities: { elicitation: { url: {} } } },
    ],
  ];
  test.each(rows)("%s: the link is in the text", async (_, options) => {
    await using stage = await startStage();
    await using client = await connect(stage.service, stage.agent, options);
    const { content } = await client.callTool({
      name: "svc.send_message",
      arguments: { conversationId: stage.conversationId, parts },
    });
    expect(JSON.stringify(content)).toContain(
      `${stage.service.baseUrl}/c/${stage.conversationId}`,
    );
  });
});

test("a read of what waits asks nobody", async () => {
  await using stage = await startStage();
  await asked(stage);
  const { result } = await call(stage, {
    name: "svc.get_conversation",
    arguments: { conversationId: stage.conversationId },
  });
  expect(result?.resultType).toBe("complete");
});

describe("a retry", () => {
  const refused = (said: Said & { readonly status: number }) => {
    expect([said.status, said.error?.code]).toEqual([200, -32602]);
    expect(said.error?.message).toContain("requestState");
  };

  test("only reports, however often it comes, also without an answer", async () => {
    await using stage = await startStage();
    const requestState = await asked(stage);
    for (const more of [{}, { inputResponses: {} }, { inputResponses: 5 }]) {
      const { result } = await call(stage, { requestState, ...more });
      expect(result?.resultType).toBe("complete");
      expect(result?.isError).toBeUndefined();
    }
    expect(await acts(stage)).toBe(1);
    await decide(stage, "approve");
    const { result } = await call(stage, { requestState });
    expect(JSON.stringify(result)).toContain("working");
    expect(await acts(stage)).toBe(1);
  });

  test("with a state that is not of this call is refused, and does nothing", async () => {
    await using stage = await startStage();
    const { service, bob, alice, conversationId } = stage;
    const requestState = await asked(stage);
    const [payload = "", seal = ""] = requestState.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const forged = (more: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...more })).toString("base64url");
    const states: unknown[] = [
      "",
      ".",
      "x",
      payload,
      `${payload}.`,
      `${payload}.${seal}x`,
      `${payload}.${seal}.${seal}`,
      `${forged({})}.${"0".repeat(seal.length)}`,
      `${forged({ expiresAt: Number.MAX_SAFE_INTEGER })}.${seal}`,
      `${forged({ operation: "cancel_conversation" })}.${seal}`,
      5,
      { payload },
    ];
    for (const it of states) refused(await call(stage, { requestState: it }));
    // Another tool, and other words.
    const other = [
      {
        name: "svc.cancel_conversation",
        arguments: { conversationId, reason: "No" },
      },
      { arguments: { conversationId, parts: [{ text: "I pay you" }] } },
      { name: "svc.get_conversation", arguments: { conversationId } },
    ];
    for (const it of other) {
      refused(await call(stage, { requestState, ...it }));
    }
    // Another credential of the same account, and another account.
    const another = await service.addCredential(bob, [...WRITES]);
    for (const token of [another, bob.token, alice.token]) {
      const given = { conversationId, parts };
      const params = { name: "svc.send_message", arguments: given };
      const request = { method: "tools/call", meta: URL_CLIENT };
      refused(
        await ask(service, token, {
          ...request,
          params: { ...params, requestState },
        }),
      );
    }
    expect(await acts(stage)).toBe(1);
    expect((await read(stage)).state).toBe("input-required");
  });

  test("comes too late after its time", async () => {
    await using stage = await startStage();
    const requestState = await asked(stage);
    stage.service.clock.advance(LIMITS.requestStateMs);
    refused(await call(stage, { requestState }));
  });

  test("of a call with a key of its client's own is told by that key", async () => {
    await using stage = await startStage();
    const meta = { ...URL_CLIENT, "svc/idempotencyKey": "mine" };
    const request = {
      method: "tools/call",
      params: {
        name: "svc.send_message",
        arguments: { conversationId: stage.conversationId, parts },
      },
      meta,
    };
    const first = await ask(stage.service, stage.agent, request);
    const again = await ask(stage.service, stage.agent, request);
    for (const { result } of [first, again]) {
      expect(result?.resultType).toBe("input_required");
    }
    expect(await acts(stage)).toBe(1);
  });
});

describe("a decision that is the person's alone", () => {
  const DECIDES = ["conversations:read", "decisions:write"] as const;

  /** Another agent of bob's, and a reply that waits for him. */
  async function startWaiting() {
    const stage = await startStage();
    await asked(stage);
    const checkpointId =
      (await read(stage)).checkpoints.at(-1)?.checkpointId ?? "";
    const { service, bob, conversationId } = stage;
    const decider = await service.addCredential(bob, [...DECIDES]);
    const given = {
      conversationId,
      checkpointId,
      decision: "approve",
      comment: "",
    };
    return { stage, decider, given, checkpointId };
  }

  type Waiting = Awaited<ReturnType<typeof startWaiting>>;

  function decideOver(
    { stage, decider, given }: Waiting,
    more: object = {},
    token = decider,
  ) {
    const params = { name: "svc.record_hil_decision", arguments: given };
    const request = { method: "tools/call", meta: URL_CLIENT };
    return ask(stage.service, token, {
      ...request,
      params: { ...params, ...more },
    });
  }

  test.each([
    ["approve", "working"],
    ["decline", "submitted"],
  ])(
    "is asked with the page; its retry tells that they chose %s",
    async (decision, state) => {
      const waiting = await startWaiting();
      await using stage = waiting.stage;
      const { checkpointId } = waiting;
      const { conversationId, service } = stage;
      const first = await decideOver(waiting);
      const { requestState } = first.result ?? {};
      expect(first.result).toMatchObject({
        resultType: "input_required",
        inputRequests: {
          approval: {
            method: "elicitation/create",
            params: {
              mode: "url",
              url: `${service.baseUrl}/c/${conversationId}#${checkpointId}`,
            },
          },
        },
      });
      const before = await decideOver(waiting, { requestState });
      expect(before.result).toMatchObject({
        resultType: "complete",
        isError: true,
      });
      expect(JSON.stringify(before.result)).toContain("not decided yet");
      expect(await acts(stage)).toBe(1);
      await decide(stage, decision);
      for (const _ of [1, 2]) {
        const { result } = await decideOver(waiting, { requestState });
        expect(result).toMatchObject({
          resultType: "complete",
          structuredContent: { decision, recorded: true, state },
        });
      }
      expect((await read(stage)).state).toBe(state);
    },
  );

  test("its state is of one checkpoint, account and tool", async () => {
    const waiting = await startWaiting();
    await using stage = waiting.stage;
    const { alice, bob, service } = stage;
    const { result } = await decideOver(waiting);
    const requestState = result?.requestState;
    const other = (await read(stage)).checkpoints[0]?.checkpointId;
    const rows = [
      { arguments: { ...waiting.given, checkpointId: other } },
      { arguments: { ...waiting.given, conversationId: "cnv_other" } },
      { name: "svc.cancel_conversation" },
    ];
    for (const row of rows) {
      const said = await decideOver(waiting, { requestState, ...row });
      expect(said.error?.code).toBe(-32602);
    }
    const another = await service.addCredential(bob, [...DECIDES]);
    for (const token of [another, bob.token, alice.token]) {
      const said = await decideOver(waiting, { requestState }, token);
      expect(said.error?.code).toBe(-32602);
    }
    expect(await acts(stage)).toBe(1);
  });

  test("a client that shows no link gets it as a failure", async () => {
    const waiting = await startWaiting();
    await using stage = waiting.stage;
    const { service, conversationId } = stage;
    for (const options of [MODERN, LEGACY]) {
      await using client = await connect(service, waiting.decider, options);
      const { content, isError } = await client.callTool({
        name: "svc.record_hil_decision",
        arguments: waiting.given,
      });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain(
        `${service.baseUrl}/c/${conversationId}`,
      );
    }
  });
});
