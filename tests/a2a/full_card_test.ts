import { afterAll, expect, spyOn, test } from "bun:test";
import { AgentCard } from "@a2a-js/sdk";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import { hostOf, hostsOf, verify } from "./account_card.ts";
import type { Json } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

// The official verifier says at length which of several signatures it passed over.
const debug = spyOn(console, "debug").mockImplementation(() => {});

afterAll(() => debug.mockRestore());

const started = shared(startTasks);

async function cardAt(path: string): Promise<Json> {
  const { service } = started();
  const response = await fetch(new URL(path, service.baseUrl));
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toStartWith("W/");
  return await response.json();
}

test.each([
  ["/.well-known/agent-card.json", {}],
  ["/@alice/agent-card.json", { tenant: "alice" }],
])(
  "%s leads to a signed card that differs in its interface and capabilities alone",
  async (path, tenant) => {
    const { service } = started();
    const card = await cardAt(path);
    const [named] = card.capabilities.extensions;
    expect(named.uri).toBe("urn:conversation-inbox:full-card:v1");
    const full = await cardAt(named.params.url);
    expect(full.supportedInterfaces).toEqual([
      {
        url: `${service.baseUrl}/a2a/v1`,
        protocolBinding: "HTTP+JSON",
        protocolVersion: "1.0",
        ...tenant,
      },
    ]);
    expect(full.capabilities).toMatchObject({
      streaming: true,
      extendedAgentCard: true,
    });
    const rest = ({
      signatures: _signatures,
      supportedInterfaces: _interfaces,
      capabilities: _capabilities,
      ...same
    }: Json) => same;
    expect(rest(full)).toEqual(rest(card));
    await verify(full);
    expect(AgentCard.fromJSON(full).capabilities?.extensions).toEqual([]);
  },
);

test("the host of a card has the full one, too, and nobody's is missing", async () => {
  const { service } = started();
  const at = hostsOf(service);
  const path = "/.well-known/agent-card.full.json";
  const full = await json(await at(hostOf("alice"), path));
  expect(full.supportedInterfaces[0].tenant).toBe("alice");
  for (const response of [
    await at(hostOf("nobody"), path),
    await fetch(`${service.baseUrl}/@nobody/agent-card.full.json`),
  ]) {
    expect(response.status).toBe(404);
  }
});

test("the address of a full card is read as that card", async () => {
  const { service, alice } = started();
  const url = `${service.baseUrl}/@alice/agent-card.full.json`;
  const path = `/v1/agents/card?url=${encodeURIComponent(url)}`;
  const response = await service.fetch(path, { token: alice.token });
  const { supportedInterfaces }: Json = await json(response);
  expect(supportedInterfaces[0].url).toBe(`${service.baseUrl}/a2a/v1`);
});
