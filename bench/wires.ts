/** The same two requests as each wire says them, down to the bytes. */

/** Who asks about what. */
export interface Asked {
  readonly token: string;
  readonly conversationId: string;
}

/** A message to append; `n` tells requests apart. */
export interface Said extends Asked {
  readonly text: string;
  readonly n: number;
}

/** A conversation to start; `n` tells requests apart. */
export interface Started {
  readonly token: string;
  readonly to: string;
  readonly text: string;
  readonly n: number;
}

export interface Wire {
  readonly name: "REST" | "MCP" | "A2A";
  /** What only a refusal says that comes with a status of success. */
  readonly refusals: readonly string[];
  create(started: Started): string;
  append(said: Said): string;
  read(asked: Asked): string;
  /** The messages that a reading shows, oldest first. */
  texts(body: string): readonly string[];
  /** True if an answer says that a conversation with this text was started. */
  hasCreated(body: string, text: string): boolean;
  /** True if an answer says that this text was appended. */
  hasAppended(body: string, text: string): boolean;
}

const HEAD = "host: localhost\r\ncontent-type: application/json\r\n";
/** Where the service and its peers serve MCP. */
export const MCP_PATH = "/api/mcp";
const JSON_RPC_ERROR = '"error":{"code"';

/** The bytes of a request without a body. */
export function getRequest(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`;
}

/** The bytes of a request with a body, which must be ASCII. */
export function postRequest(
  path: string,
  token: string,
  body: object,
  more = "",
): string {
  const json = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${HEAD}authorization: Bearer ${token}\r\n${more}content-length: ${json.length}\r\n\r\n${json}`;
}

const CONVERSATIONS = "/v1/conversations";

/** REST; with `isRepeatable` each append carries an Idempotency-Key. */
function rest(isRepeatable: boolean): Wire {
  return {
    name: "REST",
    refusals: [],
    create: ({ token, to, text, n }) =>
      postRequest(CONVERSATIONS, token, {
        title: titleOf(n),
        to: [to],
        text,
        submit: true,
      }),
    append: ({ token, conversationId, text, n }) =>
      postRequest(
        `${CONVERSATIONS}/${conversationId}/messages`,
        token,
        { text },
        isRepeatable ? `idempotency-key: ${conversationId}-${n}\r\n` : "",
      ),
    read: ({ token, conversationId }) =>
      getRequest(`${CONVERSATIONS}/${conversationId}`, token),
    texts: (body) => textsOf(JSON.parse(body)),
    hasCreated: (body, text) => textsOf(JSON.parse(body)).at(-1) === text,
    hasAppended: (body, text) => textsOf(JSON.parse(body)).at(-1) === text,
  };
}

function titleOf(n: number): string {
  return `Conversation ${n}`;
}

interface HasMessages {
  readonly conversation: {
    readonly messages: readonly { readonly text: string }[];
  };
}

function textsOf({ conversation }: HasMessages): string[] {
  return conversation.messages.map(({ text }) => text);
}

export const REST: Wire = rest(false);
export const REST_WITH_KEY: Wire = rest(true);

/** The bytes of a call of a tool over MCP. */
export function callTool(
  token: string,
  n: number,
  name: string,
  args: object,
): string {
  return postRequest(
    MCP_PATH,
    token,
    {
      jsonrpc: "2.0",
      id: n,
      method: "tools/call",
      params: { name, arguments: args },
    },
    "accept: application/json, text/event-stream\r\n",
  );
}

interface ToolOutput {
  readonly messages: readonly { readonly text: string }[];
}

/** `<N>` around the words of others, which a thread gives a model. */
const FENCE = /^<(\d{3,})>(.*)<\/\1>$/s;

function saidIn({ messages }: ToolOutput): string[] {
  return messages.map(({ text }) => FENCE.exec(text)?.[2] ?? text);
}

/** What only a failed call says, of the service or of a peer. */
export const MCP_REFUSALS: readonly string[] = [
  JSON_RPC_ERROR,
  '"isError":true',
];

export const MCP: Wire = {
  name: "MCP",
  refusals: MCP_REFUSALS,
  create: ({ token, to, text, n }) =>
    callTool(token, n, "svc.create_conversation", {
      title: titleOf(n),
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
  // A write names what it made and shows no thread.
  hasCreated: (body) =>
    JSON.parse(body).result.structuredContent.conversationId.startsWith("cnv_"),
  hasAppended: (body) =>
    JSON.parse(body).result.structuredContent.messageId.startsWith("msg_"),
};

/** The bytes of a call of a method over A2A. */
export function callMethod(
  token: string,
  n: number,
  method: string,
  params: object,
) {
  return postRequest(
    "/a2a",
    token,
    { jsonrpc: "2.0", id: n, method, params },
    "a2a-version: 1.0\r\n",
  );
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
        metadata: { svc: { title: titleOf(n), to: [to] } },
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
  hasCreated: (body, text) =>
    historyOf(JSON.parse(body).result).at(-1) === text,
  hasAppended: (body, text) =>
    historyOf(JSON.parse(body).result).at(-1) === text,
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
