import { expect, test } from "bun:test";
import { callRpc } from "../harness.ts";
import type { Stage, WireName } from "./stage.ts";
import { sharedStages, WIRES } from "./stage.ts";

const newStage = sharedStages();

/** The answer of a wire to a price under a mistyped name. */
interface Refusal {
  readonly code: string;
  readonly didYouMean: string;
  readonly text: string;
}

/** Prices under a mistyped name, and with a mistyped name in them. */
const MISTYPED = [
  { name: "pirce", meant: "price", field: "pirce", fields: { pirce: "5.00" } },
  {
    name: "curency",
    meant: "currency",
    field: "price.curency",
    fields: { price: { amount: "5.00", curency: "EUR" } },
  },
] as const;
type Mistyped = (typeof MISTYPED)[number];

const SAY: Readonly<
  Record<WireName, (stage: Stage, sent: Mistyped) => Promise<Refusal>>
> = {
  async rest({ service, alice, bob }, { fields }) {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [bob.address], text: "x", ...fields, submit: true },
    });
    expect(response.status).toBe(400);
    const { code, didYouMean, detail } = await response.json();
    return { code, didYouMean, text: detail };
  },
  async mcp(stage, { fields }) {
    const { bob } = stage;
    const { result } = await callRpc(stage.service, {
      path: "/api/mcp",
      token: stage.alice.token,
      method: "tools/call",
      params: {
        name: "svc.create_conversation",
        arguments: {
          title: "x",
          to: [bob.address],
          parts: [{ text: "x" }],
          ...fields,
        },
      },
    });
    expect(result.isError).toBe(true);
    const { code, didYouMean, error } = JSON.parse(result.content[0].text);
    return { code, didYouMean, text: error };
  },
  async a2a(stage, { field, fields }) {
    const { bob } = stage;
    const { error } = await callRpc(stage.service, {
      path: "/a2a",
      token: stage.alice.token,
      method: "SendMessage",
      params: {
        message: {
          messageId: "m-1",
          role: "ROLE_USER",
          parts: [{ text: "x" }],
          metadata: { svc: { to: [bob.address], ...fields } },
        },
      },
    });
    expect(error.code).toBe(-32602);
    const [{ metadata }, { fieldViolations }] = error.data;
    expect(fieldViolations[0].field).toBe(`message.metadata.svc.${field}`);
    const { code, didYouMean } = metadata;
    return { code, didYouMean, text: error.message };
  },
};

const CASES = WIRES.flatMap((wire) =>
  MISTYPED.map((mistyped) => ({ wire, mistyped })),
);

for (const { wire, mistyped } of CASES) {
  const { name, meant } = mistyped;
  test(`"${name}" is never lost over ${wire}: "${meant}" is named, nothing is sent`, async () => {
    const stage = await newStage(wire);
    const { code, didYouMean, text } = await SAY[wire](stage, mistyped);
    expect({ code, didYouMean }).toEqual({
      code: "unknown_field",
      didYouMean: meant,
    });
    expect(text).toContain(
      `"${name}" isn't known here; did you mean "${meant}"?`,
    );
    for (const { token } of [stage.alice, stage.bob]) {
      const read = await stage.rest.list(token);
      expect(read).toEqual({ ok: true, output: { conversationIds: [] } });
    }
  });
}

test("a tool says which name was meant, and guesses nothing where none is near", async () => {
  const stage = await newStage("mcp");
  const call = {
    name: "svc.get_conversation",
    arguments: { conversatonId: 1 },
  };
  const { result } = await callRpc(stage.service, {
    path: "/api/mcp",
    token: stage.alice.token,
    method: "tools/call",
    params: call,
  });
  const problem = JSON.parse(result.content[0].text);
  expect(problem.error).toContain(
    `"conversatonId" isn't known here; did you mean "conversationId"?`,
  );
  expect(problem.errors).toEqual([{ pointer: "/conversatonId" }]);
  expect(problem.didYouMean).toBe("conversationId");
  const other = { name: "svc.get_balance", arguments: { colour: "red" } };
  const { result: second } = await callRpc(stage.service, {
    path: "/api/mcp",
    token: stage.alice.token,
    method: "tools/call",
    params: other,
  });
  expect(JSON.parse(second.content[0].text)).not.toHaveProperty("didYouMean");
});
