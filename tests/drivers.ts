/** The same verbs over each wire, for scenarios that must come out alike. */

import type { TestService } from "./harness.ts";
import { callRpc } from "./harness.ts";
import { callHttpJson } from "./http_json_call.ts";
import type { Problem, Refusal } from "./refusal.ts";
import { ofProblem, ofTaskError } from "./refusal.ts";
import { unfenced } from "./unfenced.ts";

/** The outcome of a verb, in the same form whatever wire it went over. */
export type Outcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly error: Refusal };

export interface CreateFields {
  readonly to: readonly string[];
  readonly text: string;
  readonly title?: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly price?: unknown;
  readonly release?: string;
  readonly releaseAction?: unknown;
  readonly contactType?: string;
  readonly firstUse?: boolean;
  readonly contextId?: string;
  readonly quoteId?: string;
}

export interface Created {
  readonly conversationId: string;
  readonly contextId: string;
  readonly state: string;
}

/** The facts about a conversation that every wire can tell. */
export interface Seen extends Created {
  readonly paymentStatus: string;
  readonly texts: readonly string[];
  /** All else that each wire says of it. */
  readonly record: unknown;
}

export interface Driver {
  readonly name: "rest" | "mcp" | "a2a";
  /** Writes and submits a conversation. */
  create(token: string, fields: CreateFields): Promise<Outcome<Seen>>;
  /** To the author of what is answered, if no mode is given; null is each wire's own. */
  reply(
    token: string,
    conversationId: string,
    text: string,
    mode?: string | null,
  ): Promise<Outcome<Seen>>;
  /** An agent asks its own person. */
  ask(
    token: string,
    conversationId: string,
    text: string,
  ): Promise<Outcome<Seen>>;
  read(token: string, conversationId: string): Promise<Outcome<Seen>>;
  list(
    token: string,
    view?: string,
  ): Promise<Outcome<{ readonly conversationIds: readonly string[] }>>;
  cancel(
    token: string,
    conversationId: string,
    reason: string,
  ): Promise<Outcome<Seen>>;
}

/** The three drivers of a running service. */
export function driversOf(service: TestService): readonly Driver[] {
  return [restDriver(service), mcpDriver(service), a2aDriver(service)];
}

// The wires' own JSON, as far as the drivers look into it.
interface ConversationJson {
  readonly id: string;
  readonly contextId: string;
  readonly state: string;
  readonly payment: { readonly status: string };
  readonly messages: readonly MessageJson[];
  readonly [member: string]: unknown;
}

interface MessageJson {
  readonly text: string;
  readonly parts: readonly object[];
  readonly [member: string]: unknown;
}

interface ResultJson {
  readonly conversationId: string;
  readonly contextId: string;
  readonly state: string;
  readonly conversation: ConversationJson;
}

function modeOf(mode: string | null) {
  return mode === null ? {} : { mode };
}

interface ListJson {
  readonly conversations: readonly { readonly id: string }[];
}

/** The members that tasks and their messages have beyond A2A itself. */
const OF_TASKS = [
  ...["state", "nextStep", "actions", "replyReaders", "stateReason"],
  ...["stateCode", "stateReasonBy", "payment", "checkpoints", "links"],
];
const OF_MESSAGES = [
  ...["messageId", "author", "actor", "mode", "accept", "inReplyTo"],
  ...["artifactIds", "createdAt", "trust", "parts"],
];

/** Members in one order, without what is A2A's client's own. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .map(([name, it]) => [name, tidy(it)] as const)
    .filter(([name]) => name !== "a2a");
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function recordOf(
  task: Readonly<Record<string, unknown>>,
  messages: readonly Readonly<Record<string, unknown>>[],
): unknown {
  const some = (
    from: Readonly<Record<string, unknown>>,
    names: readonly string[],
  ) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return tidy({
    ...some(task, OF_TASKS),
    messages: messages.map((it) => some(it, OF_MESSAGES)),
  });
}

/** REST and MCP give the operations' own outputs back. */
function seenOf({ conversation }: ResultJson): Seen {
  const record = recordOf(conversation, conversation.messages);
  const { id, contextId, state, payment, messages } = conversation;
  return {
    conversationId: id,
    contextId,
    state,
    paymentStatus: payment.status,
    texts: messages.map(({ text }) => text),
    record,
  };
}

const idsOf = ({ conversations }: ListJson) => ({
  conversationIds: conversations.map(({ id }) => id),
});

function mapped<T, U>(outcome: Outcome<T>, form: (output: T) => U): Outcome<U> {
  return outcome.ok ? { ok: true, output: form(outcome.output) } : outcome;
}

function failed(error: Refusal): Outcome<never> {
  return { ok: false, error };
}

function restDriver(service: TestService): Driver {
  async function call<T>(
    token: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Outcome<T>> {
    const response = await service.fetch(`/v1/conversations${path}`, {
      method,
      token,
      ...(body && { json: body }),
    });
    const answer = await response.json();
    return response.ok
      ? { ok: true, output: answer }
      : failed(ofProblem(answer));
  }
  return {
    name: "rest",
    create: async (token, fields) =>
      mapped(
        await call<ResultJson>(token, "POST", "", { ...fields, submit: true }),
        seenOf,
      ),
    reply: async (token, id, text, mode = "reply") =>
      mapped(
        await call<ResultJson>(token, "POST", `/${id}/messages`, {
          text,
          ...modeOf(mode),
        }),
        seenOf,
      ),
    ask: async (token, id, text) =>
      mapped(
        await call<ResultJson>(token, "POST", `/${id}/messages`, {
          text,
          needsInput: true,
        }),
        seenOf,
      ),
    read: async (token, id) =>
      mapped(await call<ResultJson>(token, "GET", `/${id}`), seenOf),
    list: async (token, view) =>
      mapped(
        await call<ListJson>(token, "GET", view ? `?view=${view}` : ""),
        idsOf,
      ),
    cancel: async (token, id, reason) =>
      mapped(
        await call<ResultJson>(token, "POST", `/${id}/cancel`, { reason }),
        seenOf,
      ),
  };
}

function mcpDriver(service: TestService): Driver {
  async function call<T>(
    token: string,
    tool: string,
    args: object,
  ): Promise<Outcome<T>> {
    const params = {
      name: `svc.${tool}`,
      arguments: { detail: "full", ...args },
    };
    const answer = await callRpc(service, {
      path: "/api/mcp",
      token,
      method: "tools/call",
      params,
    });
    const { result, error } = answer;
    // HTTP itself refuses with a problem, not with a JSON-RPC answer.
    if (answer.code) return failed(ofProblem(answer));
    if (error) return failed(ofProblem(error.data ?? error));
    if (!result.isError) {
      return { ok: true, output: unfenced(result.structuredContent) };
    }
    const problem: Problem = unfenced(JSON.parse(result.content[0].text));
    return failed(ofProblem(problem));
  }
  const parts = (text: string) => [{ text }];
  return {
    name: "mcp",
    create: async (token, { text, ...fields }) =>
      mapped(
        await call<ResultJson>(token, "create_conversation", {
          ...fields,
          parts: parts(text),
        }),
        seenOf,
      ),
    reply: async (token, conversationId, text, mode = "reply") =>
      mapped(
        await call<ResultJson>(token, "send_message", {
          conversationId,
          parts: parts(text),
          ...modeOf(mode),
        }),
        seenOf,
      ),
    ask: async (token, conversationId, text) =>
      mapped(
        await call<ResultJson>(token, "send_message", {
          conversationId,
          parts: parts(text),
          needsInput: true,
        }),
        seenOf,
      ),
    read: async (token, conversationId) =>
      mapped(
        await call<ResultJson>(token, "get_conversation", { conversationId }),
        seenOf,
      ),
    list: async (token, view) =>
      mapped(
        await call<ListJson>(token, "list_conversations", {
          ...(view && { view }),
        }),
        idsOf,
      ),
    cancel: async (token, conversationId, reason) =>
      mapped(
        await call<ResultJson>(token, "cancel_conversation", {
          conversationId,
          reason,
        }),
        seenOf,
      ),
  };
}

interface TaskJson {
  readonly id: string;
  readonly contextId: string;
  readonly history?: readonly {
    readonly parts: readonly { readonly text?: string }[];
    readonly metadata: { readonly svc: Readonly<Record<string, unknown>> };
  }[];
  readonly metadata: {
    readonly svc: {
      readonly state: string;
      readonly payment: { readonly status: string };
      readonly [member: string]: unknown;
    };
  };
}

/** An A2A task in the words of the other two. */
function seenTask({ id, contextId, history = [], metadata }: TaskJson): Seen {
  return {
    conversationId: id,
    contextId,
    state: metadata.svc.state,
    paymentStatus: metadata.svc.payment.status,
    texts: history.map(({ parts }) =>
      parts.map(({ text }) => text ?? "").join(""),
    ),
    record: recordOf(
      metadata.svc,
      history.map(({ parts, metadata: { svc } }) => ({ ...svc, parts })),
    ),
  };
}

/** Every second call goes over HTTP+JSON, for both bindings tell the same. */
function a2aDriver(service: TestService): Driver {
  let calls = 0;
  async function call<T>(
    token: string,
    method: string,
    params: object,
  ): Promise<Outcome<T>> {
    calls += 1;
    const answer =
      calls % 2 === 0
        ? await callHttpJson(service, { token, method, params })
        : await callRpc(service, { path: "/a2a", token, method, params });
    if (!answer.error) return { ok: true, output: answer.result };
    return failed(ofTaskError(answer.error));
  }
  const message = (text: string, more: object) => ({
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text }],
    ...more,
  });
  const task = ({ task }: { readonly task: TaskJson }) => seenTask(task);
  return {
    name: "a2a",
    create: async (token, { text, contextId, ...svc }) =>
      mapped(
        await call<{ task: TaskJson }>(token, "SendMessage", {
          message: message(text, contextId ? { contextId } : {}),
          metadata: { svc },
        }),
        task,
      ),
    reply: async (token, taskId, text, mode = "reply") =>
      mapped(
        await call<{ task: TaskJson }>(token, "SendMessage", {
          message: message(text, { taskId }),
          metadata: { svc: modeOf(mode) },
        }),
        task,
      ),
    ask: async (token, taskId, text) =>
      mapped(
        await call<{ task: TaskJson }>(token, "SendMessage", {
          message: message(text, {
            taskId,
            metadata: { svc: { needsInput: true } },
          }),
        }),
        task,
      ),
    read: async (token, id) =>
      mapped(await call<TaskJson>(token, "GetTask", { id }), seenTask),
    list: async (token, view) =>
      mapped(
        await call<{ tasks: readonly TaskJson[] }>(token, "ListTasks", {
          ...(view && { view }),
        }),
        ({ tasks }) => ({ conversationIds: tasks.map(({ id }) => id) }),
      ),
    cancel: async (token, taskId, reason) =>
      mapped(
        await call<TaskJson>(token, "CancelTask", { taskId, reason }),
        seenTask,
      ),
  };
}
