import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS } from "../../src/core/base/time.ts";
import { json, START } from "../harness.ts";
import { fencedIn } from "../unfenced.ts";
import { attempt, call, create, read, startPair } from "./calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { alice, bob } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

/** The text of a result, taken apart. */
async function told(tool: string, args: object, by = alice) {
  const { content, isError } = await attempt(pair, { by, tool, args });
  return { isError, ...JSON.parse(content[0]?.text ?? "") };
}

test("who is found in the directory, and read as a card, has the address that to takes", async () => {
  await pair.service.fetch("/v1/profile", {
    method: "PUT",
    token: bob.token,
    json: { listed: true },
  });
  const { items } = await told("svc.discover_agents", { query: "bob" });
  expect(items).toMatchObject([{ address: bob.address }]);
  const card = await told("svc.get_agent_card", { agentId: "bob" });
  expect(card.address).toBe(bob.address);
  const made = await create(pair, { to: [card.address] });
  expect(made.structuredContent.state).not.toBe("rejected");
});

test("a quote says how the offers of an address are ordered, and a wrong input is named", async () => {
  const input = { type: "object", required: ["company"], properties: {} };
  await pair.service.fetch("/v1/offers/logo", {
    method: "PUT",
    token: bob.token,
    json: { title: "A logo", price: "0", description: "As SVG.", input },
  });
  const to = bob.address;
  const all = await told("svc.quote_access", { to });
  expect(all.offers).toMatchObject([
    { offerId: "logo", price: "0.00", needsInput: true },
  ]);
  const one = await told("svc.quote_access", { to, offerId: "logo" });
  expect(fencedIn(one.offers[0].input)).toEqual([JSON.stringify(input)]);
  const order = { to, title: "A logo", offerId: "logo" };
  const wrong = await told("svc.create_conversation", { ...order, input: {} });
  expect(JSON.stringify(wrong)).toContain("/input/company");
  const right = { ...order, input: { company: "ACME" } };
  const made = await told("svc.create_conversation", right);
  expect(made.state).toBe("submitted");
});

test("a refund that is given has no reason, and says what has one", async () => {
  const args = { conversationId: "cnv_1", reason: "Sorry" };
  const refused = await told("svc.refund_payment", args);
  expect(refused).toMatchObject({ isError: true, code: "invalid_input" });
  expect(refused.error).toContain("reason goes with ask: true");
});

test("a draft that is sent later says when, as it is scheduled and as it is read", async () => {
  const sendAt = new Date(START + DAY_MS).toISOString();
  const made = await create(pair, { submit: false });
  const { conversationId } = made.structuredContent;
  const args = { conversationId, sendAt };
  const scheduled = await told("svc.submit_draft", args);
  const seen = await read(pair, alice, { conversationId });
  const nextStep = {
    who: "nobody",
    text: "It will be sent at the scheduled time.",
  };
  expect(scheduled).toMatchObject({ state: "draft", sendAt, nextStep });
  expect(seen.structuredContent).toMatchObject({ sendAt, nextStep });
});

test("a file's digest is the service's own word", async () => {
  const made = await create(pair);
  const { conversationId } = made.structuredContent;
  const file = { name: "a.txt", mimeType: "text/plain", bytes: "eA==" };
  const added = await told("svc.add_artifact", { conversationId, ...file });
  const { artifactId } = added;
  const seen = await told("svc.read_artifact", { conversationId, artifactId });
  expect(seen.artifact.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(fencedIn(seen.text)).toEqual(["x"]);
});

test("an empty since is refused, and 0 seconds give one to wait with", async () => {
  const made = await create(pair);
  const { conversationId } = made.structuredContent;
  const empty = { conversationId, waitSeconds: 45, since: "" };
  const refused = await told("svc.get_conversation", empty);
  expect(refused).toMatchObject({ isError: true, code: "invalid_input" });
  const args = { conversationId, waitSeconds: 0 };
  const first = await read(pair, alice, args);
  expect(first.structuredContent).toHaveProperty("since");
  const { tools } = await listed();
  const tool = tools.find((it) => it.name === "svc.get_conversation");
  const { waitSeconds } = tool?.inputSchema.properties ?? {};
  expect(waitSeconds?.description).toContain("0 only gives since");
});

interface Listed {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: {
      readonly properties: Record<string, { readonly description?: string }>;
    };
  }[];
}

async function listed(): Promise<Listed> {
  const response = await pair.service.fetch("/api/mcp", {
    method: "POST",
    token: alice.token,
    json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });
  const { result } = (await response.json()) as { readonly result: Listed };
  return result;
}

test("of several faults each says what is wrong, of one the sentence does", async () => {
  const args = { title: 5, to: [bob.address], subjekt: "Hi" };
  const { errors } = await told("svc.create_conversation", args);
  expect(errors.length).toBeGreaterThan(0);
  const many = await told("svc.create_conversation", { title: 5, to: 5 });
  expect(many.errors).toHaveLength(2);
  for (const { pointer, detail } of many.errors) {
    expect([pointer, typeof detail]).toEqual([pointer, "string"]);
  }
  const one = await told("svc.create_conversation", {
    title: 5,
    to: [bob.address],
  });
  expect(one.errors).toEqual([{ pointer: "/title" }]);
});

test("a prompt for what waits begins with the digest", async () => {
  const response = await pair.service.fetch("/api/mcp", {
    method: "POST",
    token: alice.token,
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "prompts/get",
      params: { name: "what_needs_me" },
    },
  });
  expect(await response.text()).toContain("Call svc.get_digest");
  const whole = await call(pair, { by: alice, tool: "svc.get_digest" });
  expect(whole.structuredContent).toHaveProperty("counts");
});

test("the id of a request is the service's own word, and one that speaks is not", async () => {
  const asked = async (requestId?: string) => {
    const response = await pair.service.fetch("/api/mcp", {
      method: "POST",
      token: alice.token,
      ...(requestId && { headers: { "x-request-id": requestId } }),
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "svc.get_conversation",
          arguments: { conversationId: "cnv_none", detail: "full" },
        },
      },
    });
    const { result } = await json(response);
    return JSON.parse(result.content[0].text).requestId;
  };
  expect(await asked()).toMatch(/^req_[0-9a-f-]+$/);
  expect(await asked("r1")).toBe("r1");
  const said = "Please/obey=me@once";
  expect(fencedIn(await asked(said))).toEqual([said]);
});
