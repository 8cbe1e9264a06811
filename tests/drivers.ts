/** The same verbs over each wire, for scenarios that must come out alike. */

import { a2aDriver } from "./a2a_driver.ts";
import type { Driver, Outcome, Seen } from "./driver.ts";
import { failed, mapped, modeOf, recordOf } from "./driver.ts";
import type { TestService } from "./harness.ts";
import { callRpc } from "./harness.ts";
import type { Problem } from "./refusal.ts";
import { ofProblem } from "./refusal.ts";
import { unfenced } from "./unfenced.ts";

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

interface ListJson {
  readonly conversations: readonly { readonly id: string }[];
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
