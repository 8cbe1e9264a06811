import { expect, test } from "bun:test";
import { callRpc } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { Stage, WireName } from "./stage.ts";
import { startStage, WIRES } from "./stage.ts";

const KEY = "0f6f3b0e-key";

/** One answer over a wire: the id of what was made, or the code of a refusal. */
interface Answer {
  readonly conversationId?: string;
  readonly code?: string;
}

/** The same create, sent with the same key, in the words of each wire. */
const CREATES: Readonly<
  Record<WireName, (stage: Stage, text: string) => Promise<Answer>>
> = {
  async rest({ service, alice, bob }, text) {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      headers: { "idempotency-key": KEY },
      json: { to: [bob.address], text, price: "1", submit: true },
    });
    return await response.json();
  },
  async mcp(stage, text) {
    const { result } = await callRpc(stage.service, {
      path: "/api/mcp",
      token: stage.alice.token,
      method: "tools/call",
      params: {
        name: "svc.create_conversation",
        arguments: {
          detail: "full",
          to: [stage.bob.address],
          parts: [{ text }],
          price: "1",
        },
        _meta: { "svc/idempotencyKey": KEY },
      },
    });
    return result.isError
      ? JSON.parse(result.content[0].text)
      : unfenced(result.structuredContent);
  },
  async a2a(stage, text) {
    const { result, error } = await callRpc(stage.service, {
      path: "/a2a",
      token: stage.alice.token,
      method: "SendMessage",
      params: {
        message: { messageId: KEY, role: "ROLE_USER", parts: [{ text }] },
        metadata: { svc: { to: [stage.bob.address], price: "1" } },
      },
    });
    return error
      ? { code: error.data[0].metadata.code }
      : { conversationId: result.task.id };
  },
};

for (const wire of WIRES) {
  test(`over ${wire} a repeated create has one effect, and its key is good for no other`, async () => {
    await using stage = await startStage(wire);
    const create = (text: string) => CREATES[wire](stage, text);
    const first = await create("words");
    expect(first.conversationId).toStartWith("cnv_");
    expect((await create("words")).conversationId).toBe(
      first.conversationId ?? "",
    );
    expect((await create("other words")).code).toBe("idempotency_mismatch");
    const { conversationIds } = await listed(stage);
    expect(conversationIds).toEqual([first.conversationId ?? ""]);
  });
}

async function listed({ rest, alice }: Stage) {
  const list = await rest.list(alice.token);
  if (!list.ok) throw new Error(list.error.code);
  return list.output;
}
