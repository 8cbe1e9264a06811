import { startService } from "../harness.ts";

export type Headers = Readonly<Record<string, string>>;

export interface Message {
  readonly id?: number | string | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly protocolVersion?: string;
    readonly structuredContent?: { readonly conversationId?: string };
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly { readonly name: string }[];
  };
}

export function request(method: string, params?: unknown, id: unknown = 1) {
  return {
    jsonrpc: "2.0",
    id,
    method,
    ...(params !== undefined && { params }),
  };
}

export const PING = request("ping");
export const PONG = { jsonrpc: "2.0", id: 1, result: {} };

export function callOf(name: string, args: object) {
  return request("tools/call", { name, arguments: args });
}

/** The MCP endpoint of a service of its own, with two accounts; alice calls. */
export async function startEndpoint() {
  const service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const url = `${service.baseUrl}/api/mcp`;

  function post(
    body: BodyInit,
    headers: Headers = {},
    query = "",
  ): Promise<Response> {
    const own = {
      "content-type": "application/json",
      authorization: `Bearer ${alice.token}`,
    };
    const init = { method: "POST", body, headers: { ...own, ...headers } };
    return fetch(url + query, init);
  }

  async function say(
    message: unknown,
    headers: Headers = {},
    query = "",
  ): Promise<Message> {
    const response = await post(JSON.stringify(message), headers, query);
    return (await response.json()) as Message;
  }

  return { service, alice, bob, url, post, say };
}
