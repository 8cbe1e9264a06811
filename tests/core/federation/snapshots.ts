import type { RemoteTask } from "../../../src/core/agents/remote/calls/remote_task.ts";

/** A request of JSON-RPC as an agent reads it. */
export interface Rpc {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, never>;
}

/** A task as it goes over the wire. */
export const taskOf = (id: string, state: string, more: object = {}) => ({
  ...{ id, contextId: "there", status: { state }, ...more },
});

/** Answers every call with one task. */
export const answers =
  (task: object) =>
  ({ id, method }: Rpc) =>
    Response.json({
      ...{ jsonrpc: "2.0", id },
      result: method === "SendMessage" ? { task } : task,
    });

/** A task as it was read. */
export const snapshot = (
  id: string,
  more: Partial<RemoteTask> = {},
): RemoteTask => ({
  ...{ id, contextId: "there", state: "TASK_STATE_WORKING", message: null },
  ...{ history: [], artifacts: [], metadata: {}, dropped: 0 },
  ...more,
});

/** A message of one. */
export const said = (messageId: string, text: string, isAgents = true) => ({
  ...{ messageId, taskId: null, isAgents, parts: [{ text }], metadata: {} },
});
