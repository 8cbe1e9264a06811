import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { call, startPair } from "../tools/calls.ts";

setDefaultTimeout(30_000);

const pair = await startPair();
const { alice, bob, service } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

async function post(path: string, body: object, { token }: TestAccount) {
  return await json(
    await service.fetch(path, { method: "POST", token, json: body }),
  );
}

describe("a file that others host", () => {
  const file = { name: "a", mimeType: "text/plain", uri: "https://x.test/a" };

  test("has no digest and no size over any wire: its bytes are not known here", async () => {
    const made = await post(
      "/v1/conversations",
      { to: [bob.address], text: "See", artifacts: [file], submit: true },
      alice,
    );
    const { conversationId } = made;
    const args = { conversationId, detail: "full" };
    const over = await call(pair, {
      by: bob,
      tool: "svc.get_conversation",
      args,
    });
    const task = await post(
      "/a2a",
      {
        ...{ jsonrpc: "2.0", id: 1, method: "GetTask" },
        params: { id: conversationId },
      },
      bob,
    );
    const added = await post(
      `/v1/conversations/${conversationId}/artifacts`,
      file,
      alice,
    );
    expect(made.conversation.artifacts).toHaveLength(1);
    for (const answer of [made, over, task, added]) {
      const text = JSON.stringify(answer);
      expect(text).toContain(file.uri);
      expect(text).not.toMatch(/"(?:sha256|size)\\?":/);
    }
  });

  test("that waits with a proposal has none either, and one with bytes has both", async () => {
    const bytes = { name: "b", mimeType: "text/plain", bytes: "eA==" };
    const agent = await service.addCredential(alice, [
      "conversations:submit",
      "drafts:write",
      "artifacts:write",
      "payments:hold",
    ]);
    const { conversationId } = await post(
      "/v1/conversations",
      {
        ...{ to: [bob.address], text: "See", submit: true },
        ...{ artifacts: [file, bytes], price: "50" },
      },
      { ...alice, token: agent },
    );
    const at = `/v1/conversations/${conversationId}`;
    const { conversation } = await json(await service.fetch(at, alice));
    const [of] = conversation.checkpoints;
    const [hosted, held] = of.proposal.artifacts;
    expect(hosted).toMatchObject({ uri: file.uri });
    expect(Object.keys(hosted)).not.toContain("sha256");
    expect(Object.keys(hosted)).not.toContain("size");
    expect(held).toMatchObject({ size: 1, sha256: expect.any(String) });
  });
});

test("an acceptance that was decided says of its one recipient that a decline ends it", async () => {
  for (const decision of ["approve", "decline"]) {
    const { conversationId } = await post(
      "/v1/conversations",
      { to: [bob.address], text: "Hi", submit: true },
      alice,
    );
    const at = `/v1/conversations/${conversationId}`;
    const { conversation } = await post(`${at}/decisions`, { decision }, bob);
    const [{ status, outcomes }] = conversation.checkpoints;
    expect(status).not.toBe("open");
    expect(outcomes.decline).toBe(
      "The request is declined and ends for everyone.",
    );
  }
});

describe("local-parts that are suggested", () => {
  test.each(["security", "admin", "hello", "support", "mail"])(
    "near %s hold no name of the platform",
    async (localPart) => {
      const path = `/api/addresses/free/available?localPart=${localPart}`;
      const { suggestions } = await json(await service.fetch(path, alice));
      expect(suggestions).not.toHaveLength(0);
      const reserved = /security|admin|hello|support|^(?:my-|the-)?mail/;
      for (const it of suggestions) expect(it).not.toMatch(reserved);
    },
  );
});

test("the local-parts that a name leads to hold no name of the platform either", async () => {
  const path = "/api/addresses/free/suggestions?name=Security%20Team";
  const { suggestions } = await json(await service.fetch(path, alice));
  expect(suggestions).not.toHaveLength(0);
  for (const it of suggestions) expect(it).not.toContain("security");
});

describe("a query that says one thing twice", () => {
  test.each([
    "/v1/conversations?view=sent&view=inbox",
    "/v1/conversations?view=sent&view=sent",
    "/v1/conversations?limit=1&limit=2",
    "/v1/conversations?%76iew=sent&view=inbox",
    "/api/router/resolve?address=a@b.example&address=c@d.example",
    "/v1/events?since=a&since=b",
  ])("is 400: %s", async (path) => {
    const response = await service.fetch(path, {
      token: alice.token,
      headers: { accept: "application/json, text/event-stream" },
    });
    expect(response.status).toBe(400);
    const { code, errors } = await json(response);
    expect([code, errors[0].code]).toEqual(["invalid_input", "repeated"]);
  });

  test("is 400 for what has a body, too", async () => {
    const response = await service.fetch(
      "/v1/conversations?strict=0&strict=1",
      {
        method: "POST",
        token: alice.token,
        json: {},
      },
    );
    expect(response.status).toBe(400);
  });
});

test("a conversation is not begun by a request without a body", async () => {
  const { token } = alice;
  const send = (headers: Record<string, string>, body?: string) =>
    service.fetch("/v1/conversations", {
      ...{ method: "POST", token, headers },
      ...(body !== undefined && { body }),
    });
  const type = { "content-type": "application/json" };
  for (const response of [await send({}), await send(type, "")]) {
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "", code: "required" }],
    });
  }
  expect((await send(type, "{}")).status).toBe(201);
});

test("documents are compressed for clients that accept gzip, and plain for others", async () => {
  for (const path of ["/openapi.json", "/llms.txt", "/v1/limits"]) {
    const response = async (encoding: string) =>
      await service.fetch(path, { headers: { "accept-encoding": encoding } });
    const packed = await response("gzip");
    const plain = await response("identity");
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const { headers } of [packed, plain]) {
      expect(headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    }
    const length = Number(packed.headers.get("content-length"));
    const text = await plain.text();
    expect(await packed.text()).toBe(text);
    expect(length).toBeLessThan(text.length / 2);
  }
});

test("a client that refuses dots is known by its name in any case", async () => {
  for (const name of ["Cursor", "cursor", "CODEX-MCP-Client", "Claude-AI"]) {
    const response = await service.fetch("/api/mcp", {
      method: "POST",
      token: alice.token,
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-03-26",
          capabilities: {},
          clientInfo: { name, version: "1" },
        },
      },
    });
    expect([name, response.headers.get("mcp-session-id")]).toEqual([
      name,
      "names-underscore",
    ]);
  }
});
