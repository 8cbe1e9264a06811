import type { Driver, Outcome, Seen } from "./driver.ts";
import { failed, mapped, modeOf, recordOf } from "./driver.ts";
import type { TestService } from "./harness.ts";
import { callRpc } from "./harness.ts";
import { callHttpJson } from "./http_json_call.ts";
import { ofTaskError } from "./refusal.ts";

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
export function a2aDriver(service: TestService): Driver {
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
