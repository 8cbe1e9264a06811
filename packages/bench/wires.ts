import type { Sent } from "./load.ts";

/** A member's text; `n` distinguishes requests. */
interface Written {
  readonly token: string;
  readonly text: string;
  readonly n: number;
}

/** A conversation to start. */
type Started = Written & { readonly to: string };
/** A conversation to append to, or to read. */
type Within = { readonly conversationId: string };

export interface Wire {
  readonly name: "REST" | "MCP" | "A2A";
  /** Words of a refusal that has a success status. */
  readonly refusals: readonly string[];
  create(started: Started): Sent;
  append(said: Written & Within): Sent;
  read(asked: Pick<Written, "token"> & Within): Sent;
  /** The messages in an answer, oldest first. */
  texts(body: string): readonly string[];
  /** True if an answer to a create or an append shows this text as the last. */
  hasDone(body: string, text: string): boolean;
}

const JSON_RPC_ERROR = '"error":{"code"';

/** A request without a body. */
export function getRequest(path: string, token: string): Sent {
  const headers = { authorization: `Bearer ${token}` };
  return { path, method: "GET", headers };
}

/** A request with a body of JSON. */
export function postRequest(
  path: string,
  token: string,
  body: object,
  more: Readonly<Record<string, string>> = {},
): Sent {
  return {
    path,
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      ...more,
    },
    body: JSON.stringify(body),
  };
}

const CONVERSATIONS = "/v1/conversations";

export const REST: Wire = {
  name: "REST",
  refusals: [],
  create: (started) => createRequest(started, {}),
  append: ({ token, conversationId, text }) =>
    postRequest(`${CONVERSATIONS}/${conversationId}/messages`, token, { text }),
  read: ({ token, conversationId }) =>
    getRequest(`${CONVERSATIONS}/${conversationId}`, token),
  texts: (body) => saidIn(JSON.parse(body).conversation),
  hasDone: (body, text) => REST.texts(body).at(-1) === text,
};

/** REST with a price on each create, which is held at once. */
export const PAID: Wire = {
  ...REST,
  create: (started) => createRequest(started, { price: "0.01" }),
  hasDone: (body) => JSON.parse(body).conversation.payment.status === "held",
};

function createRequest({ token, to, text, n }: Started, more: object): Sent {
  const body = {
    title: `Conversation ${n}`,
    to: [to],
    text,
    submit: true,
    ...more,
  };
  return postRequest(CONVERSATIONS, token, body);
}

interface HasMessages {
  readonly messages: readonly { readonly text: string }[];
}

/** `<N>` around the words of others, as a thread shows them to a model. */
const FENCE = /^<(\d{3,})>(.*)<\/\1>$/s;

function saidIn({ messages }: HasMessages): string[] {
  return messages.map(({ text }) => FENCE.exec(text)?.[2] ?? text);
}

/** A call of a tool over MCP. */
export function callTool(
  token: string,
  id: number,
  name: string,
  args: object,
): Sent {
  const params = { name, arguments: args };
  const call = { jsonrpc: "2.0", id, method: "tools/call", params };
  const accept = "application/json, text/event-stream";
  return postRequest("/api/mcp", token, call, { accept });
}

export const MCP: Wire = {
  name: "MCP",
  refusals: [JSON_RPC_ERROR, '"isError":true'],
  create: ({ token, to, text, n }) =>
    callTool(token, n, "svc.create_conversation", {
      title: `Conversation ${n}`,
      to: [to],
      parts: [{ text }],
      submit: true,
    }),
  append: ({ token, conversationId, text, n }) =>
    callTool(token, n, "svc.send_message", {
      conversationId,
      parts: [{ text }],
    }),
  read: ({ token, conversationId }) =>
    callTool(token, 1, "svc.get_conversation", { conversationId }),
  texts: (body) => saidIn(JSON.parse(body).result.structuredContent),
  // A write names what it made, without a thread.
  hasDone(body) {
    const { messageId, conversationId } =
      JSON.parse(body).result.structuredContent;
    return /^(msg|cnv)_/.test(messageId ?? conversationId);
  },
};

/** A call of a method over A2A. */
function callMethod(token: string, id: number, method: string, params: object) {
  const call = { jsonrpc: "2.0", id, method, params };
  return postRequest("/a2a", token, call, { "a2a-version": "1.0" });
}

export const A2A: Wire = {
  name: "A2A",
  refusals: [JSON_RPC_ERROR],
  create: ({ token, to, text, n }) =>
    callMethod(token, n, "SendMessage", {
      message: {
        messageId: `${to}-${n}-${Date.now()}`,
        role: "ROLE_USER",
        parts: [{ text }],
        metadata: { svc: { title: `Conversation ${n}`, to: [to] } },
      },
    }),
  append: ({ token, conversationId, text, n }) =>
    callMethod(token, n, "SendMessage", {
      message: {
        messageId: `${conversationId}-${n}`,
        role: "ROLE_USER",
        taskId: conversationId,
        parts: [{ text }],
      },
    }),
  read: ({ token, conversationId }) =>
    callMethod(token, 1, "GetTask", { id: conversationId }),
  texts: (body) => historyOf(JSON.parse(body).result),
  hasDone: (body, text) => A2A.texts(body).at(-1) === text,
};

interface Task {
  readonly history: readonly {
    readonly parts: readonly { readonly text: string }[];
  }[];
}

function historyOf(result: Task & { readonly task?: Task }): string[] {
  const { history } = result.task ?? result;
  return history.map(({ parts }) => parts[0]?.text ?? "");
}
