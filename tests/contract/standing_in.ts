import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { callA2a, callTool } from "./checkpoints.ts";
import type { WireName } from "./stage.ts";

export const REQUEST = "Please draw it";

export interface Told {
  readonly ok: boolean;
  readonly code?: string;
  readonly state?: string;
  readonly waiting?: string;
  readonly checkpointId?: string;
  readonly approvalUrl?: string;
}

export interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  /** The person behind an account, signed in. */
  person(account: TestAccount): Promise<string>;
}

/** A service with everybody's own limits, and two accounts with money. */
export async function startStage(): Promise<Stage> {
  const service = await startService();
  const add = (name: string) => service.addAccount(name, { credit: "100.00" });
  return {
    service,
    alice: await add("alice"),
    bob: await add("bob"),
    person: async (account) => (await service.addSession(account)).token,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export async function rest(
  { service }: Stage,
  token: string,
  path: string,
  body: object,
): Promise<Told> {
  const response = await service.fetch(`/v1/conversations${path}`, {
    method: "POST",
    token,
    json: body,
  });
  return { ok: response.ok, ...(await json(response)) };
}

export async function tool(
  { service }: Stage,
  token: string,
  name: string,
  args: object,
): Promise<Told> {
  const result = await callTool(service, token, name, args);
  if (!result.isError)
    return { ok: true, ...unfenced(result.structuredContent) };
  return { ok: false, ...JSON.parse(result.content[0].text) };
}

/** A2A's view of a task: its state, and the questions that wait in it. */
export async function a2a(
  { service }: Stage,
  token: string,
  method: string,
  params: object,
): Promise<Told> {
  const answer = await callA2a(service, token, method, params);
  const data = answer.error?.data ?? [];
  const info = data.find((it: { reason?: string }) => it.reason);
  if (answer.error) return { ok: false, code: info?.metadata?.code ?? "" };
  const task = answer.result.task ?? answer.result;
  const { status, metadata } = task;
  const open = metadata.svc.checkpoints.find(
    (it: { status: string }) => it.status === "open",
  );
  return {
    ok: true,
    state: metadata.svc.state,
    ...(status.message && { waiting: status.message.parts[0].text }),
    ...(open && {
      checkpointId: open.checkpointId,
      approvalUrl: open.approvalUrl,
    }),
  };
}

let keys = 0;

/** A message as each wire says it. */
export function send(stage: Stage, wire: WireName) {
  return async (token: string, id: string, more: Record<string, unknown>) => {
    const { text = "On it", ...svc } = more;
    const parts = more.parts ?? [{ text }];
    const { parts: _parts, ...fields } = svc;
    if (wire === "rest") {
      return rest(stage, token, `/${id}/messages`, { parts, ...fields });
    }
    if (wire === "mcp") {
      const args = { conversationId: id, parts, ...fields };
      return tool(stage, token, "send_message", args);
    }
    keys += 1;
    const message = {
      messageId: `m-${keys}`,
      role: "ROLE_AGENT",
      taskId: id,
      parts,
      metadata: { svc: fields },
    };
    return a2a(stage, token, "SendMessage", { message });
  };
}

export async function requested(
  stage: Stage,
  more: object = {},
): Promise<string> {
  const { service, alice, bob } = stage;
  const token = await stage.person(alice);
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [bob.address], text: REQUEST, submit: true, ...more },
  });
  return (await json(response)).conversationId;
}

export async function read({ service }: Stage, token: string, id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  return (await json(response)).conversation;
}

export async function balance(
  stage: Stage,
  { token }: TestAccount,
): Promise<string> {
  const response = await stage.service.fetch("/v1/balance", { token });
  return (await json(response)).available.amount;
}

/** Approves over the wires that have a word for it. */
export const DECIDERS = {
  rest: (stage: Stage, token: string, id: string, body: object) =>
    rest(stage, token, `/${id}/decisions`, body),
  mcp: (stage: Stage, token: string, id: string, body: object) =>
    tool(stage, token, "record_hil_decision", { conversationId: id, ...body }),
} as const;
