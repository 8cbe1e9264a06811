import { expect } from "bun:test";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import { message, result, svc } from "./rpc.ts";

/** A service with three accounts, and what alice, bob and eve say to it over A2A. */
export async function startTasks() {
  const service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const eve = await service.addAccount("eve");

  const toBob = svc({ to: [bob.address] });

  async function send(text = "Hello", more: object = toBob): Promise<Json> {
    const params = { ...message(text), ...more };
    return (await result(service, alice.token, "SendMessage", params)).task;
  }

  async function reply(
    token: string,
    taskId: string,
    text = "Answer",
    more: object = {},
  ) {
    const params = message(text, { taskId, ...more });
    return (await result(service, token, "SendMessage", params)).task;
  }

  /** Calls REST for acts that no other wire has. */
  async function rest(
    token: string,
    method: string,
    path: string,
    body: object,
  ) {
    const request = { method, token, json: body };
    const response = await service.fetch(`/v1/conversations${path}`, request);
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as Json;
  }

  /** The same record over REST, for what a task does not show. */
  async function read(token: string, id: string): Promise<Json> {
    const response = await service.fetch(`/v1/conversations/${id}`, { token });
    expect(response.status).toBe(200);
    return await response.json();
  }

  /** One task of alice's in each state that can be reached today. */
  const inState: Record<string, () => Promise<string>> = {
    submitted: async () => (await send()).id,
    working: async () => {
      const { id } = await send();
      await reply(bob.token, id);
      return id;
    },
    completed: async () => {
      const { id } = await send();
      await reply(bob.token, id);
      await rest(bob.token, "POST", `/${id}/complete`, {});
      return id;
    },
    canceled: async () => {
      const { id } = await send();
      await result(service, alice.token, "CancelTask", { id });
      return id;
    },
    rejected: async () => {
      const { id } = await send();
      await rest(bob.token, "POST", `/${id}/decisions`, {
        decision: "decline",
      });
      return id;
    },
    "auth-required": async () => {
      const metadata = { to: bob.address, price: "999999999" };
      const { id } = await send("Too dear", svc(metadata));
      const { token } = await service.addSession(alice);
      await rest(token, "POST", `/${id}/decisions`, { decision: "approve" });
      return id;
    },
    draft: async () => {
      const body = { to: [bob.address], text: "Not yet" };
      return (await rest(alice.token, "POST", "", body)).conversationId;
    },
  };

  async function listed(token: string, params: object = {}): Promise<string[]> {
    const { tasks } = await result(service, token, "ListTasks", {
      pageSize: 100,
      ...params,
    });
    return tasks.map((it: Json) => it.id);
  }

  return {
    service,
    alice,
    bob,
    eve,
    toBob,
    send,
    reply,
    rest,
    read,
    inState,
    listed,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
