import { afterAll, beforeAll, expect, test } from "bun:test";
import { WANTED_SIGNATURE } from "../../../packages/standards/src/signature_base.ts";
import { FEDERATION_EXTENSION } from "../../../src/core/agents/card.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import { pushToken } from "../../../src/core/conversations/acts/store/foreign_queue.ts";
import { domainRuleStore } from "../../../src/core/federation/domain_rule_store.ts";
import { KEY_DIRECTORY_PATH } from "../../../src/core/federation/signatures/peer_keys.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import { verifyRequest } from "../../../src/core/federation/verify_request.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { CARD, serve } from "../agents/hostile_server.ts";
import type { TestCore } from "../core_harness.ts";
import { startCore } from "../core_harness.ts";
import type { MirrorStage } from "./mirror_stage.ts";
import { startMirrorStage } from "./mirror_stage.ts";

/** Alice's service, and the keys and settings of the other one. */
let stage: MirrorStage;
let other: TestCore;
let peer: ReturnType<typeof serve>;
/** How many requests it cannot verify yet. */
let unknowing = 0;
/** The requests that came to the other service, verified. */
const came: { digest: string; params: Record<string, never> }[] = [];
const origin = () => `http://localhost:${peer.port}`;

beforeAll(async () => {
  stage = await startMirrorStage();
  peer = serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === KEY_DIRECTORY_PATH) {
      return Response.json({ keys: other.services.signer.requestKeys });
    }
    if (request.method === "GET") return Response.json(card());
    if (unknowing-- > 0) {
      const headers = { "accept-signature": WANTED_SIGNATURE };
      return new Response(null, { status: 401, headers });
    }
    const body = await request.bytes();
    const headers = Object.fromEntries(request.headers);
    const signed = { method: "POST", target: pathname, headers, body };
    const { digest } = await verifyRequest(other.services, signed);
    const { id, params } = JSON.parse(Buffer.from(body).toString());
    came.push({ digest, params });
    const task = taskAt("TASK_STATE_SUBMITTED", 1);
    return Response.json({ jsonrpc: "2.0", id, result: { task } });
  });
  other = await startCore({
    BASE_URL: origin(),
    ALLOW_LOOPBACK_FETCH: "true",
  });
});
afterAll(async () => {
  await peer[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const card = () => ({
  ...CARD,
  supportedInterfaces: [
    {
      url: `${origin()}/a2a`,
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
    },
  ],
  capabilities: {
    pushNotifications: true,
    extensions: [{ uri: FEDERATION_EXTENSION, params: {} }],
  },
});

const taskAt = (state: string, version: number, words?: string) => ({
  ...{ id: "there", contextId: "context", metadata: { svc: { version } } },
  status: {
    state,
    ...(words !== undefined && {
      message: {
        messageId: `m${version}`,
        role: "ROLE_AGENT",
        parts: [{ text: words }],
      },
    }),
  },
});

test("signed both ways: our requests, and its pushes, which are taken at once and recorded", async () => {
  const conversationId = await stage.write(`${origin()}/card.json`);
  await stage.deliver();
  const [sent] = came;
  expect(sent?.params).toMatchObject({
    message: {
      metadata: {
        svc: { from: stage.alice.address, title: "Write this." },
      },
    },
  });

  const { participants } = await stage.read(conversationId);
  const { services } = stage.service;
  const place = { conversationId, accountId: participants[1].accountId };
  const token = pushToken(services.signer, place);
  const url = `${services.settings.baseUrl}/a2a/push`;
  const contentType = "application/a2a+json";
  const push = (task: object, more: object = {}) => {
    const body = JSON.stringify({ task });
    const toSign = { method: "POST", url, body, contentType };
    const headers = {
      "content-type": contentType,
      "x-a2a-notification-token": token,
      ...signRequest(other.services, toSign),
      ...more,
    };
    return { body, sent: fetch(url, { method: "POST", headers, body }) };
  };
  const first = push(taskAt("TASK_STATE_WORKING", 3, "I have begun."));
  expect((await first.sent).status).toBe(200);
  expect(await stage.read(conversationId)).toMatchObject({
    state: "working",
    messages: [{}, { text: "I have begun." }],
  });
  // An older one says nothing any more.
  const older = push(taskAt("TASK_STATE_COMPLETED", 2, "Old."));
  expect((await older.sent).status).toBe(200);
  expect((await stage.read(conversationId)).state).toBe("working");
  const forged = push(taskAt("TASK_STATE_COMPLETED", 4, "Forged."), {
    "content-digest": "sha-256=:AAAA:",
  });
  const refused = await forged.sent;
  expect(refused.status).toBe(401);
  expect(refused.headers.get("accept-signature")).toContain("web-bot-auth");
  // Of a service that the operator has blocked, nothing is taken and nothing is asked.
  const rules = domainRuleStore(services.db);
  const rule = { domain: "localhost", rule: "block", reason: "" } as const;
  await services.db.commit([rules.save({ ...rule, createdAt: 0 })]);
  const askedBefore = peer.paths.length;
  const blocked = push(taskAt("TASK_STATE_COMPLETED", 5, "Blocked."));
  expect((await blocked.sent).status).toBe(403);
  stage.service.clock.advance(10_000);
  await stage.look();
  expect(peer.paths.length).toBe(askedBefore);
  await services.db.commit([rules.remove("localhost")]);
  expect((await stage.read(conversationId)).state).toBe("working");

  const { records } = await stage.act(readAudit, { conversationId });
  const recorded = (type: string) => records.find((it) => it.type === type);
  expect(recorded("remote.sent")).toMatchObject({
    refs: { digest: sent?.digest },
  });
  expect(recorded("remote.received")).toMatchObject({
    refs: { digest: sha256(first.body), origin: origin(), taskId: "there" },
  });
});

test("a service that does not know the key yet, or cannot read it now, gets the message with the next attempt", async () => {
  unknowing = 1;
  const before = came.length;
  await stage.write(`${origin()}/card.json`);
  await stage.deliver();
  expect(came.length).toBe(before);
  stage.service.clock.advance(10_000);
  await stage.deliver();
  expect(came.length).toBe(before + 1);
});
