import { expect } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { ask } from "./modern.ts";

const META = "io.modelcontextprotocol/";
export const URL_CLIENT = {
  [`${META}clientCapabilities`]: { elicitation: { url: {} } },
};
export const ANSWER = "I will do it";

/** Bob has a request of Alice; his agent may write, and may not accept. */
export interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  readonly agent: string;
  readonly conversationId: string;
}

export const WRITES = ["conversations:read", "conversations:write"] as const;

export async function startStage(
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

export async function read({
  service,
  bob,
  conversationId,
}: Stage): Promise<View> {
  const path = `/v1/conversations/${conversationId}`;
  const response = await service.fetch(path, { token: bob.token });
  return ((await json(response)) as { conversation: View }).conversation;
}

/** Decides on the page as Bob's person. */
export async function decide(stage: Stage, decision: string): Promise<void> {
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

export const parts = [{ text: ANSWER }];

export function call(stage: Stage, more: object = {}) {
  const { conversationId } = stage;
  const given = { conversationId, parts };
  const params = { name: "svc.send_message", arguments: given, ...more };
  const request = { method: "tools/call", params, meta: URL_CLIENT };
  return ask(stage.service, stage.agent, request);
}

/** The state that the first call gave. */
export async function asked(stage: Stage): Promise<string> {
  const { result } = await call(stage);
  expect(result?.resultType).toBe("input_required");
  return String(result?.requestState);
}

/** How often Bob's agent has acted. */
export async function acts(stage: Stage): Promise<number> {
  const { messages, checkpoints } = await read(stage);
  const own = messages.filter(({ text }) => text === ANSWER).length;
  const open = checkpoints.filter(({ status }) => status === "open").length;
  // One waits already: that of the request itself.
  return own + Math.max(0, open - 1);
}
