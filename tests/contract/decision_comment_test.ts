import { expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../harness.ts";
import { call, create, startPair } from "../tools/calls.ts";

setDefaultTimeout(30_000);

/** The fields that a schema requires, as a wire describes them. */
async function describedBy(fetch: (path: string) => Promise<Response>) {
  const { paths } = await json(await fetch("/openapi.json"));
  const path = paths["/v1/conversations/{conversationId}/decisions"];
  return path.post.requestBody.content["application/json"].schema.required;
}

test("the comment of a decision is left out over REST and MCP as the schemas say", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  expect(await describedBy((path) => service.fetch(path))).toEqual([
    "decision",
  ]);
  const listed = await service.fetch("/api/mcp", {
    method: "POST",
    token: bob.token,
    json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });
  const { result } = await json(listed);
  const tool = result.tools.find(
    (it: { name: string }) => it.name === "svc.record_hil_decision",
  );
  expect(tool.inputSchema.required).toEqual(["conversationId", "decision"]);
  const requested = async () =>
    (await create(pair)).structuredContent.conversationId;
  const decision = "approve";
  const over = await service.fetch(
    `/v1/conversations/${await requested()}/decisions`,
    { method: "POST", token: bob.token, json: { decision } },
  );
  expect(over.status).toBe(200);
  const args = { conversationId: await requested(), decision };
  const by = { by: bob, tool: "svc.record_hil_decision", args };
  expect((await call(pair, by)).structuredContent.state).toBe("working");
});
