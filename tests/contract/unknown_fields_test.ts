import { expect, test } from "bun:test";
import type { WireName } from "./stage.ts";
import { startStage, WIRES } from "./stage.ts";

/** What a wire says of a price under a mistyped name. */
interface Refusal {
  readonly code: string;
  readonly didYouMean: string;
  readonly text: string;
}

type Stage = Awaited<ReturnType<typeof startStage>>;

const SAY: Readonly<Record<WireName, (stage: Stage) => Promise<Refusal>>> = {
  async rest({ service, alice, bob }) {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [bob.address], text: "x", pirce: "5.00", submit: true },
    });
    expect(response.status).toBe(400);
    const { code, didYouMean, detail } = await response.json();
    return { code, didYouMean, text: detail };
  },
  async mcp(stage) {
    const { bob } = stage;
    const { result } = await rpc(stage, "/api/mcp", "tools/call", {
      name: "svc.create_conversation",
      arguments: {
        title: "x",
        to: [bob.address],
        parts: [{ text: "x" }],
        pirce: "5.00",
      },
    });
    expect(result.isError).toBe(true);
    const { code, didYouMean, detail } = JSON.parse(result.content[0].text);
    return { code, didYouMean, text: detail };
  },
  async a2a(stage) {
    const { bob } = stage;
    const { error } = await rpc(stage, "/a2a", "SendMessage", {
      message: {
        messageId: "m-1",
        role: "ROLE_USER",
        parts: [{ text: "x" }],
        metadata: { svc: { to: [bob.address], pirce: "5.00" } },
      },
    });
    expect(error.code).toBe(-32602);
    const [{ metadata }, { fieldViolations }] = error.data;
    expect(fieldViolations[0].field).toBe("message.metadata.svc.pirce");
    const { code, didYouMean } = metadata;
    return { code, didYouMean, text: error.message };
  },
};

async function rpc(
  { service, alice }: Stage,
  path: string,
  method: string,
  params: object,
) {
  const response = await service.fetch(path, {
    method: "POST",
    token: alice.token,
    headers: { accept: "application/json" },
    json: { jsonrpc: "2.0", id: 1, method, params },
  });
  return await response.json();
}

for (const wire of WIRES) {
  test(`a price under a mistyped name is never lost over ${wire}: the right one is named, nothing is sent`, async () => {
    await using stage = await startStage(wire);
    const { code, didYouMean, text } = await SAY[wire](stage);
    expect({ code, didYouMean }).toEqual({
      code: "unknown_field",
      didYouMean: "price",
    });
    expect(text).toContain('"pirce" is not known here: did you mean "price"?');
    for (const { token } of [stage.alice, stage.bob]) {
      const read = await stage.rest.list(token);
      expect(read).toEqual({ ok: true, output: { conversationIds: [] } });
    }
  });
}

test("a tool says which name was meant, and guesses nothing where none is near", async () => {
  await using stage = await startStage("mcp");
  const call = {
    name: "svc.get_conversation",
    arguments: { conversatonId: 1 },
  };
  const { result } = await rpc(stage, "/api/mcp", "tools/call", call);
  const problem = JSON.parse(result.content[0].text);
  expect(problem.errors).toEqual([
    {
      pointer: "/conversatonId",
      code: "unknown_field",
      detail:
        '"conversatonId" is not known here: did you mean "conversationId"?',
      didYouMean: "conversationId",
    },
  ]);
  const other = { name: "svc.get_balance", arguments: { colour: "red" } };
  const { result: second } = await rpc(stage, "/api/mcp", "tools/call", other);
  expect(JSON.parse(second.content[0].text)).not.toHaveProperty("didYouMean");
});
