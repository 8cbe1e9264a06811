import type { TestService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { WireName } from "./stage.ts";

/** The members of a checkpoint that the scenarios read, as every wire shows them. */
export interface Checkpoint {
  readonly checkpointId: string;
  readonly act: string;
  readonly status: string;
  readonly summary: string;
  readonly mayDecide: boolean;
  readonly mayDecline: boolean;
  readonly approvalUrl?: string;
  readonly because?: { readonly code: string; readonly detail: string };
  readonly proposal: {
    readonly messageId?: string;
    readonly text?: string;
    readonly parts?: readonly object[];
    readonly reason?: string;
    readonly accepts?: boolean;
    readonly signs?: boolean;
    readonly recipients?: readonly { readonly address: string }[];
    readonly artifacts?: readonly { readonly name: string }[];
    readonly money?: {
      readonly moves: string;
      readonly amount: { readonly amount: string };
      readonly from: string;
      readonly to: string;
      readonly before?: { readonly amount: string };
      readonly after?: { readonly amount: string };
    };
  };
  readonly outcomes: {
    readonly approve: string;
    readonly decline: string;
    readonly silence: string;
  };
  /** The text of the message that it names. */
  readonly said?: string;
  readonly decision?: { readonly outcome: string; readonly effect: string };
}

/** A call of a tool, and its structured result. */
export async function callTool(
  service: TestService,
  token: string,
  name: string,
  args: object,
) {
  const response = await service.fetch("/api/mcp", {
    method: "POST",
    token,
    headers: { accept: "application/json" },
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: `svc.${name}`, arguments: { detail: "full", ...args } },
    },
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`svc.${name}: ${error.message}`);
  return result;
}

/** A2A's answer to a method. */
export async function callA2a(
  service: TestService,
  token: string,
  method: string,
  params: object,
) {
  const response = await service.fetch("/a2a", {
    method: "POST",
    token,
    headers: { "a2a-version": "1.0" },
    json: { jsonrpc: "2.0", id: 1, method, params },
  });
  return await response.json();
}

interface Said {
  readonly messageId: string;
  readonly text: string;
}

interface TaskMessage {
  readonly messageId: string;
  readonly parts: readonly { readonly text: string }[];
}

const saidInTask = ({ messageId, parts }: TaskMessage): Said => ({
  messageId,
  text: parts[0]?.text ?? "",
});

/** Each checkpoint with the text of the message that it names, of the same answer. */
function withSaid(
  checkpoints: readonly Checkpoint[],
  messages: readonly Said[],
): readonly Checkpoint[] {
  return checkpoints.map((it) => {
    const { messageId } = it.proposal;
    const message = messages.find((said) => said.messageId === messageId);
    return message ? { ...it, said: message.text } : it;
  });
}

const READERS = {
  async rest(service, token, id) {
    const response = await service.fetch(`/v1/conversations/${id}`, { token });
    const { conversation } = await response.json();
    return withSaid(conversation.checkpoints, conversation.messages);
  },
  async mcp(service, token, id) {
    const args = { conversationId: id };
    const result = await callTool(service, token, "get_conversation", args);
    const { conversation } = unfenced(result.structuredContent);
    return withSaid(conversation.checkpoints, conversation.messages);
  },
  async a2a(service, token, id) {
    const { result } = await callA2a(service, token, "GetTask", { id });
    const messages = result.history.map(saidInTask);
    return withSaid(result.metadata.svc.checkpoints, messages);
  },
} as const satisfies Record<
  WireName,
  (
    service: TestService,
    token: string,
    id: string,
  ) => Promise<readonly Checkpoint[]>
>;

/** A conversation's checkpoints as a wire shows them to whoever has a token. */
export function checkpointsOver(
  service: TestService,
  wire: WireName,
): (token: string, id: string) => Promise<readonly Checkpoint[]> {
  return (token, id) => READERS[wire](service, token, id);
}
