import { expect, test } from "bun:test";
import { callRpc, json } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { startStage } from "./stage.ts";

test("a card whose host only browsers find is named by its path, too, wherever it is named", async () => {
  await using stage = await startStage("rest");
  const { service, alice, bob } = stage;
  const profile = { listed: true, description: "Draws logos" };
  const at = async (path: string, token: string, put?: object) =>
    await json(
      await service.fetch(path, {
        token,
        ...(put && { method: "PUT", json: put }),
      }),
    );
  const own = await at("/v1/profile", alice.token, profile);
  const resolved = await at(
    "/api/router/resolve?address=alice@inbox.localhost",
    bob.token,
  );
  const listed = await at("/v1/agents?query=logos", bob.token);
  const tool = {
    name: "svc.discover_agents",
    arguments: { detail: "full", query: "logos" },
  };
  const { result: called } = await callRpc(service, {
    path: "/api/mcp",
    token: bob.token,
    method: "tools/call",
    params: tool,
  });
  const { result: extended } = await callRpc(service, {
    path: "/a2a",
    token: bob.token,
    method: "GetExtendedAgentCard",
    params: { tenant: "alice" },
  });
  const { extensions } = extended.capabilities;
  const facts = extensions.find(({ uri }: { readonly uri: string }) =>
    uri.endsWith("/ext/account/v1"),
  );
  const [url, ...others] = [
    resolved,
    own,
    listed.items[0],
    unfenced(called.structuredContent).items[0],
    facts.params,
  ].map((it) => it.agentCardByPath);
  expect(url).toBe(`${service.baseUrl}/@alice/agent-card.json`);
  expect(others).toEqual([url, url, url, url]);
  // The parts that such a client cannot find are nowhere in the card itself.
  const card = await (await fetch(url)).text();
  expect(JSON.parse(card).description).toBe("Draws logos");
  expect(card).not.toContain("//alice.");
});
