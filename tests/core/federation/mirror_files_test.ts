import { expect, test } from "bun:test";
import { FEDERATION_EXTENSION } from "../../../src/core/agents/card.ts";
import { cardOf, serve } from "../agents/hostile_server.ts";
import { startMirrorStage } from "./mirror_stage.ts";

/** An agent whose task is what a test says, and which has a file. */
async function startAgent(taskAt: (origin: string) => object, more: object) {
  const agent = serve(async (request) => {
    const { pathname } = new URL(request.url);
    const origin = `http://localhost:${agent.port}`;
    if (pathname === "/file") return new Response("Blue.");
    if (request.method === "GET") return cardOf(agent, more);
    const { id } = Object(await request.json());
    const result = { task: taskAt(origin) };
    return Response.json({ jsonrpc: "2.0", id, result });
  });
  return agent;
}

test("a file at the agent's own origin is fetched, any other address stays one", async () => {
  await using stage = await startMirrorStage();
  const file = (url: string) => ({ url, filename: "a.txt" });
  await using agent = await startAgent(
    (origin) => ({
      ...{ id: "one", contextId: "c" },
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [
        {
          artifactId: "a",
          parts: [
            file(`${origin}/file`),
            file("https://elsewhere.example/file"),
          ],
        },
      ],
    }),
    {},
  );
  const id = await stage.write(`http://localhost:${agent.port}/card.json`);
  await stage.deliver();
  expect((await stage.read(id)).artifacts).toEqual([]);
  await stage.look();
  const { messages, artifacts } = await stage.read(id);
  expect(artifacts).toMatchObject([{ name: "a.txt", size: 5 }]);
  expect(messages[1].parts).toMatchObject([
    { url: "https://elsewhere.example/file" },
  ]);
  expect(agent.paths.filter((it) => it === "/file")).toHaveLength(1);
});

test("a service of our kind lists our files beside its own: they do not come back", async () => {
  await using stage = await startMirrorStage();
  const at = (artifactId: string, addedBy: string) => ({
    artifactId,
    parts: [{ text: artifactId }],
    metadata: { svc: { addedBy } },
  });
  await using agent = await startAgent(
    (origin) => ({
      ...{ id: "one", contextId: "c", metadata: { svc: { version: 1 } } },
      status: { state: "TASK_STATE_WORKING" },
      artifacts: [
        at("theirs", `${origin}/card.json`),
        at("ours", stage.alice.address),
      ],
    }),
    { capabilities: { extensions: [{ uri: FEDERATION_EXTENSION }] } },
  );
  const id = await stage.write(`http://localhost:${agent.port}/card.json`);
  await stage.deliver();
  const { messages } = await stage.read(id);
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    "Write this.",
    "theirs",
  ]);
});
