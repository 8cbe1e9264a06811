import type { Task } from "@a2a-js/sdk";
import { GetTaskRequest, SendMessageRequest } from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  createAuthenticatingFetchWithRetry,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";
import { Mismatch } from "./stage.ts";

/** Another agent, which finds the service by its card: the official A2A client. */
export interface Agent {
  readonly protocolVersion: string;
  /** Starts a task with an account of the service. */
  send(to: string, title: string, text: string): Promise<Task>;
  read(taskId: string): Promise<Task>;
}

export async function openAgent(
  baseUrl: string,
  token: string,
): Promise<Agent> {
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers: async () => ({ authorization: `Bearer ${token}` }),
    shouldRetryWithHeaders: async () => undefined,
  });
  const options = ClientFactoryOptions.createFrom(
    ClientFactoryOptions.default,
    { transports: [new JsonRpcTransportFactory({ fetchImpl })] },
  );
  const client = await new ClientFactory(options).createFromUrl(baseUrl);
  return {
    protocolVersion: client.protocolVersion,
    async send(to, title, text) {
      const said = await client.sendMessage(
        SendMessageRequest.fromJSON({
          message: {
            messageId: crypto.randomUUID(),
            role: "ROLE_USER",
            parts: [{ text }],
            metadata: { svc: { to: [to], title } },
          },
        }),
      );
      if ("status" in said) return said;
      throw new Mismatch("SendMessage gave no task");
    },
    read: async (taskId) =>
      await client.getTask(GetTaskRequest.fromJSON({ id: taskId })),
  };
}

/** The texts of a task, oldest first. */
export function textsOf({ history }: Task): readonly string[] {
  return history.map(({ parts }) => String(parts[0]?.content?.value ?? ""));
}
