import { expect, mock, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "../../scripts/server_process.ts";
import { Deliveries } from "../../src/core/loops/deliver.ts";
import { WEBHOOK_EVENTS } from "../../src/core/webhooks/event_types.ts";
import { startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { loadNodes, Workflow } from "./n8n_host.ts";

/** The built package with n8n's own; without it the sources, with three values in their place. */
const { N8N_BUILT: built } = Bun.env;
if (built === undefined) {
  mock.module("n8n-workflow", () => ({
    NodeConnectionTypes: { Main: "main" },
    NodeApiError: class extends Error {
      constructor(_node: unknown, { message }: Error) {
        super(message);
      }
    },
  }));
}
const nodes = await (built === undefined
  ? loadNodes(join(ROOT, "examples/n8n"), "ts")
  : loadNodes(built, "js"));
const service = shared(() =>
  startService({ env: { WEBHOOK_PRIVATE_NETWORKS: "true" }, isRealTime: true }),
);

test("n8n creates, reads, replies, decides and signs, and a second try of a node has no second effect", async () => {
  const url = service().baseUrl;
  const alice = await service().addAccount("alice", { credit: "20.00" });
  const bob = await service().addAccount("bob");
  const from = new Workflow(nodes, { url, token: alice.token });
  const at = new Workflow(nodes, { url: `${url}/`, token: bob.token });
  expect(await from.testCredential()).toBe(200);
  const wrong = new Workflow(nodes, { url, token: "svc_wrong" });
  expect(await wrong.testCredential()).toBe(401);

  const create = {
    operation: "create",
    to: bob.address,
    text: "A logo?",
    price: "5.00",
  };
  const { conversationId } = await from.run(create);
  expect((await from.run(create)).conversationId).toBe(conversationId);
  expect((await from.run(create, "2")).conversationId).not.toBe(conversationId);
  const seen = await at.run({ operation: "get", conversationId });
  expect(seen).toMatchObject({ conversation: { state: "submitted" } });
  await at.run({ operation: "decide", conversationId, decision: "approve" });
  const reply = {
    operation: "reply",
    conversationId,
    text: "Here.",
    mode: "reply",
  };
  expect(await at.run(reply, "3")).toMatchObject({ state: "working" });
  const receipt = { operation: "signReceipt", conversationId };
  const signed = await at.run(receipt, "4");
  expect(signed).toMatchObject({
    state: "completed",
    conversation: { payment: { status: "released" } },
  });
  const empty = at.run({ ...reply, text: "" }, "5");
  await expect(empty).rejects.toThrow("the message is empty");
});

test("n8n's trigger registers a webhook, starts with what the service signed and nothing else, and removes it", async () => {
  const { baseUrl: url, services } = service();
  const carol = await service().addAccount("carol");
  const dave = await service().addAccount("dave");
  const workflow = new Workflow(nodes, { url, token: dave.token });
  const requests: Request[] = [];
  using receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      const copy = request.clone();
      requests.push(
        new Request(request.url, {
          method: "POST",
          headers: request.headers,
          body: await copy.arrayBuffer(),
        }),
      );
      return new Response();
    },
  });
  const hook = `http://127.0.0.1:${receiver.port}/webhook`;
  const events = ["conversation.created"];
  const on = (name: "checkExists" | "create" | "delete") =>
    workflow.hook(name, hook, events);
  expect(await on("checkExists")).toBe(false);
  expect(await on("create")).toBe(true);
  expect(await on("checkExists")).toBe(true);

  const sender = new Workflow(nodes, { url, token: carol.token });
  const { conversationId } = await sender.run(
    { operation: "create", to: dave.address, text: "Hello" },
    "trigger",
  );
  const loop = new Deliveries(services);
  while (requests.length === 0) {
    await loop.pass();
    await loop.idle();
  }
  const [request] = requests;
  if (!request) throw new Error("It was sent");
  expect(await workflow.receive(request.clone())).toMatchObject({
    type: "conversation.created",
    data: { conversationId },
    webhookMessageId: request.headers.get("webhook-id"),
  });
  const forged = new Request(request, {
    body: '{"type":"conversation.created","data":{}}',
  });
  expect(await workflow.receive(forged)).toBe(401);

  // A workflow that lost its secret makes the webhook anew.
  delete workflow.kept.secret;
  expect(await workflow.receive(request.clone())).toBe(401);
  expect(await on("checkExists")).toBe(false);
  expect(await on("create")).toBe(true);
  expect(await on("delete")).toBe(true);
  const left = await service().fetch("/v1/webhooks", { token: dave.token });
  expect(await left.json()).toEqual({ webhooks: [] });
});

test("n8n's trigger offers events that the service has", async () => {
  const path =
    "examples/n8n/nodes/ConversationInboxTrigger/ConversationInboxTrigger.node.ts";
  const text = await Bun.file(join(ROOT, path)).text();
  const offered = [...text.matchAll(/value: "([\w.]+)"/g)].map(([, it]) => it);
  expect(
    offered.filter((it) => !WEBHOOK_EVENTS.some((known) => known === it)),
  ).toEqual([]);
  expect(offered.length).toBeGreaterThan(5);
});
